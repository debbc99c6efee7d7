#pragma once

#include <cstdint>
#include <optional>

#include "input/painting.hpp"
#include "scene/camera.hpp"
#include "scene/view.hpp"
#include "workbench/document/command.hpp"

namespace warpscope::workbench {

struct SetPainting {
    bool on = true;
};
struct SetBrush {
    std::optional<input::CellValue> value;
    std::optional<uint32_t> size;
};
/// Continues a stroke. Each stroke is one undo step.
struct PaintTo {
    scene::Content content;
    scene::Point place;
    bool begins = false;
};
struct EndStroke {};
struct PickValue {
    scene::Content content;
    scene::Point place;
};
struct ResetInput {};

using PaintCommands = CommandList<SetPainting, SetBrush, PaintTo, EndStroke, PickValue, ResetInput>;
template<class T>
requires(PaintCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "paint";

} // namespace warpscope::workbench

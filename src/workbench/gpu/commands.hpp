#pragma once

#include <optional>

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

struct ShowRecording {
    bool on = false;
};
struct ChooseGpu {
    std::optional<int> device;
};
struct InsistOnGpu {};
/// Stops showing a launch that is not emulated yet.
struct DropLaunchAhead {};

using GpuCommands = CommandList<ShowRecording, ChooseGpu, InsistOnGpu, DropLaunchAhead>;
template<class T>
requires(GpuCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "gpu";

} // namespace warpscope::workbench

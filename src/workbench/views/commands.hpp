// What views show of the run: overlays, contents, the camera, and the cell or thread that is pointed at.
#pragma once

#include <optional>
#include <string>

#include "render/view_state.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/views/block_view_state.hpp"

namespace warpscope::workbench {

struct SetOverlay {
    size_t view = 0;
    render::Overlay overlay{};
    bool on = false;
};
/// Of all overlays' tints and patterns.
struct SetStrength {
    float strength = 1;
};
struct SetSpace {
    size_t view = 0;
    render::Space space{};
    std::string buffer; // of Space::buffer
};
struct SetForm {
    size_t view = 0;
    Form form = Form::automatic;
};
struct SetStep {
    std::optional<uint32_t> step;
};
/// The barrier interval whose reads stand out; none: all intervals. Pins a block where none is pinned.
struct SetInterval {
    std::optional<uint32_t> interval;
};
struct SetSlice {
    std::optional<uint32_t> slice;
};
/// A view of the present run wants to know where the blocks lie in its volume (render::block_boxes).
struct MakeBlockBoxes {
    render::Content of;
};
struct MoveCamera {
    render::Camera camera;
    bool matrices = false; // Model::matrices_camera
};
struct Hover {
    render::Content space;
    std::optional<render::Point> place; // none: nothing under the cursor
};
struct Pin {
    render::Content space;
    render::Point place;
};
/// A panel points at a thread of the shown launch: it is selected for this frame, whatever is pinned.
struct PointThread {
    metrics::ThreadId thread = 0;
};
/// Pins a thread of the shown launch, or a cell of a data space, and brings it into sight.
struct ShowThread {
    metrics::ThreadId thread = 0;
};
struct ShowCell {
    render::Space space{};
    render::CellIndex place;
};
/// A view that gets all the room; none: both are there.
struct SetAlone {
    std::optional<size_t> view;
};
/// Whether there are four views; where one was alone it no longer is.
struct SetFour {
    bool on = true;
};
/// What to see of the block's block view.
struct SetBlockViewState {
    BlockViewState view;
};

using ViewsCommands =
    CommandList<SetOverlay, SetStrength, SetSpace, SetForm, SetStep, SetInterval, SetSlice, MakeBlockBoxes, MoveCamera,
                Hover, Pin, PointThread, ShowThread, ShowCell, SetAlone, SetFour, SetBlockViewState>;
template<class T>
requires(ViewsCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "views";

} // namespace warpscope::workbench

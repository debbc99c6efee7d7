#pragma once

#include <optional>
#include <string>

#include "insight/value_histogram.hpp"
#include "render/view_state.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/views/block_view_state.hpp"

namespace warpscope::workbench {

struct SetOverlay {
    size_t view = 0;
    render::Overlay overlay{};
    bool on = false;
};
struct SetStrength {
    float strength = 1;
};
struct SetSpace {
    size_t view = 0;
    render::Space space{};
    std::string buffer;
};
struct SetForm {
    size_t view = 0;
    Form form = Form::automatic;
};
/// An empty reference makes the view show values again, not differences.
struct SetReference {
    size_t view = 0;
    scene::Reference reference;
};
struct SetStep {
    std::optional<uint32_t> step;
};
/// Emphasizes the reads of one interval; nullopt: of all intervals. Pins a block if necessary.
struct SetInterval {
    std::optional<uint32_t> interval;
};
struct SetSlice {
    std::optional<uint32_t> slice;
};
struct MakeBlockBoxes {
    render::Content of;
};
/// Caches a histogram in `run`, which may be the pinned run.
struct MakeHistogram {
    RunPtr run;
    render::Content content;
    insight::ValueLimits limits;
    std::shared_ptr<const insight::ValueDifference> difference = nullptr; // null: the histogram is of the run's values
};
struct ShowHistogram {
    size_t view = 0;
};
struct MoveCamera {
    render::Camera camera;
    bool matrices = false;
};
struct Hover {
    render::Content space;
    std::optional<render::Point> place;
};
struct Pin {
    render::Content space;
    render::Point place;
};
/// Selects a thread for this frame, even if a cell is pinned.
struct PointThread {
    metrics::ThreadId thread = 0;
};
/// Pins a thread of a warp that splits at the painted line. Waits until splits are counted.
struct ExplainSplit {};
struct ShowThread {
    metrics::ThreadId thread = 0;
};
struct ShowCell {
    render::Content space;
    render::CellIndex place;
};
struct SetAlone {
    std::optional<size_t> view;
};
struct SetFour {
    bool on = true;
};
struct SetBlockViewState {
    BlockViewState view;
};

using ViewsCommands =
    CommandList<SetOverlay, SetStrength, SetSpace, SetForm, SetReference, SetStep, SetInterval, SetSlice,
                MakeBlockBoxes, MakeHistogram, MoveCamera, Hover, Pin, PointThread, ExplainSplit, ShowThread, ShowCell,
                ShowHistogram, SetAlone, SetFour, SetBlockViewState>;
template<class T>
requires(ViewsCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "views";

} // namespace warpscope::workbench

// The document: all that determines what the window shows of a kernel, as a plain value. What depends on a run (which
// block a place belongs to, how large a cell is when all fit) is worked out of it and of the run.
#pragma once

#include <optional>
#include <string>

#include "catalog/experiment.hpp"
#include "input/input.hpp"
#include "scene/camera.hpp"
#include "scene/moment.hpp"
#include "scene/note.hpp"
#include "scene/painted_code.hpp"
#include "scene/view.hpp"

namespace warpscope::scene {

/// Where the launch comes from: an experiment of the catalogue with settings. One step of undo is one of these.
struct Source {
    std::string experiment, variant;
    catalog::Settings settings;
    input::InputSpec input;
    std::optional<std::string> text = {}; // of the kernel, edited; none: its file's

    friend bool operator==(const Source&, const Source&) = default;
};

struct Scene {
    Source source;
    Moment moment;
    Views views{View(), View(), lower_view_at_start(2), lower_view_at_start(3)};
    bool four = false;                  // the lower views are shown, too
    std::optional<Camera> camera;       // none: what is shown is fitted to the views
    std::optional<Camera> matrices;     // the same of views that show the experiment's arrangement
    std::optional<Spot> pin;            // what is pinned
    std::optional<uint32_t> step;       // of the selected thread's accesses to buffers, the one that stands out
    std::optional<uint32_t> interval;   // between barriers, of the selected block; none: all
    std::optional<uint32_t> slice;      // of volumes; none: all
    std::optional<PaintedCode> painted; // a line whose cost is shown on the data
    Notes notes;                        // written on it, also on what is not shown now

    friend bool operator==(const Scene&, const Scene&) = default;
};

} // namespace warpscope::scene

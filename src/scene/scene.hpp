// The document: a value that determines what the window shows of a kernel. Everything else is derived from it and the
// run.
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

/// A launch setup: an experiment of the catalog with settings. The unit of undo.
struct Source {
    std::string experiment, variant;
    catalog::Settings settings;
    input::InputSpec input;
    std::optional<std::string> text = {}; // edited kernel; nullopt: the file's

    friend bool operator==(const Source&, const Source&) = default;
};

struct Scene {
    Source source;
    Moment moment;
    Views views{View(), View(), lower_view_at_start(2), lower_view_at_start(3)};
    bool four = false;                  // show the lower views
    std::optional<Camera> camera;       // none: fits the contents
    std::optional<Camera> matrices;     // the same for views of the experiment's arrangement
    std::optional<Spot> pin;            // pinned place
    std::optional<uint32_t> step;       // highlighted access of the selected thread
    std::optional<uint32_t> interval;   // shown interval of the selected block; nullopt: all
    std::optional<uint32_t> slice;      // for volumes; nullopt: all
    std::optional<PaintedCode> painted; // line whose cost is shown on the data
    Notes notes;                        // includes notes on hidden contents

    friend bool operator==(const Scene&, const Scene&) = default;
};

} // namespace warpscope::scene

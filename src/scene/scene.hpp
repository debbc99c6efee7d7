// The document: the window's state for a kernel. All else derives from it and its run.
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

/// A kernel with settings. Undo restores it as a whole.
struct LaunchSetup {
    std::string experiment, variant;
    catalog::Settings settings;
    input::InputSpec input;
    std::optional<std::string> text = {}; // edited kernel

    friend bool operator==(const LaunchSetup&, const LaunchSetup&) = default;
};

struct Scene {
    LaunchSetup source;
    Moment moment;
    Views views{View(), View(), lower_view_at_start(2), lower_view_at_start(3)};
    bool four = false;              // whether lower views are shown
    std::optional<Camera> camera;   // nullopt: fits the contents
    std::optional<Camera> matrices; // camera of the matrices' arrangement
    std::optional<Spot> pin;
    std::optional<uint32_t> step;     // selected thread's access
    std::optional<uint32_t> interval; // selected block's interval
    std::optional<uint32_t> slice;    // slice of a volume; nullopt: all
    std::optional<PaintedCode> painted;
    Notes notes; // including hidden ones

    friend bool operator==(const Scene&, const Scene&) = default;
};

} // namespace warpscope::scene

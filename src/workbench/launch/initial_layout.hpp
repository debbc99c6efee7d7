#pragma once

#include <optional>
#include <string>
#include <utility>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "session/session.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/start.hpp"
#include "workbench/document/window_state.hpp"

namespace warpscope::workbench {

class InitialLayoutState {
public:
    /// Applies the layout to views and drawer, and reverts the previous one. Keeps the user's other changes. Overlays
    /// of the command line take precedence.
    void show(const catalog::Experiment& experiment, scene::Scene& scene, Preferences& preferences, WindowState& window,
              Start& start);
    /// Requests the layout's pinned cell and zoom, which are for the layout's own input.
    void focus(Start& start) const;
    void show_variant(const std::string& experiment) { paints_ = experiment == of_ && !last_.paints.empty(); }
    void forget() { paints_ = false; }
    /// Returns the displayed run's line to paint, once.
    [[nodiscard]] std::optional<PaintedCode> take_painted(const session::RunResult& shown,
                                                          const scene::LaunchSetup& chosen);

private:
    void show_overlays(const std::string& lists, scene::Scene& scene, Start& start);

    catalog::InitialLayout last_;
    std::vector<std::pair<render::OverlaySet, render::OverlaySet>> overlays_; // per view: the layout's and the user's
    std::string of_;
    bool paints_ = false;
};

/// Parses one list for the upper views, or a list for each view, separated by "/".
[[nodiscard]] Result<std::vector<render::OverlaySet>> overlays_of_views(std::string_view lists);

} // namespace warpscope::workbench

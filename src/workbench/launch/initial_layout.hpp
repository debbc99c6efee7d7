// Initial layout of an experiment.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "session/session.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/window_state.hpp"

namespace warpscope::workbench {

class FirstLookShown {
public:
    /// Applies the layout and reverts the previous experiment's. Leaves the user's changes where nothing is requested.
    void show(const catalog::Experiment& experiment, scene::Scene& scene, Preferences& preferences,
              WindowState& window);
    void show_variant(const std::string& experiment) { paints_ = experiment == of_ && !last_.paints.empty(); }
    void forget() { paints_ = false; }
    /// Returns, once, the line to paint when the experiment's run is on the screen.
    [[nodiscard]] std::optional<PaintedCode> take_painted(const session::RunResult& shown, const scene::Source& chosen);

private:
    catalog::FirstLook last_;
    std::string of_;
    bool paints_ = false;
};

/// Empty or "input" selects the most suitable input.
[[nodiscard]] std::pair<scene::Space, std::string> space_from_name(const std::string& name);

} // namespace warpscope::workbench

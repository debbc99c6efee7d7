#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "session/session.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/start.hpp"
#include "workbench/document/window_state.hpp"

namespace warpscope::workbench {

using ViewOverlays = std::array<render::OverlaySet, std::tuple_size_v<scene::Views>>;

[[nodiscard]] ViewOverlays default_overlays(const catalog::InitialLayout& layout);
void set_overlays(scene::Scene& scene, const ViewOverlays& overlays);

class InitialLayoutState {
public:
    /// Applies the layout to views and drawer. Restores the overlays that the experiment had earlier in this session.
    /// At the start, overlays of the command line take precedence.
    void show(const catalog::Experiment& experiment, scene::Scene& scene, Preferences& preferences, WindowState& window,
              Start& start);
    /// Requests the layout's pinned cell and zoom. Call it only for the layout's own input.
    void focus(Start& start) const;
    void show_variant(const std::string& experiment) { paints_ = experiment == of_ && !last_.paints.empty(); }
    void forget() { paints_ = false; }
    void change_overlays(const std::string& left, const catalog::Experiment& next, scene::Scene& scene);
    /// Returns the line that the layout paints in the displayed run, but only once.
    [[nodiscard]] std::optional<PaintedCode> take_painted(const session::RunResult& shown,
                                                          const scene::LaunchSetup& chosen);

private:
    catalog::InitialLayout last_;
    std::map<std::string, ViewOverlays> overlays_; // by experiment
    std::string of_;
    bool paints_ = false;
};

/// Parses one list for the upper views, or a list for each view, separated by "/".
[[nodiscard]] Result<std::vector<render::OverlaySet>> overlays_of_views(std::string_view lists);

} // namespace warpscope::workbench

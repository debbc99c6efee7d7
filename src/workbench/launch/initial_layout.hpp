// The view that tells an experiment's story, which the window shows when the experiment is opened.
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
    /// Views, drawer and the view that is alone become what the experiment asks for; what an earlier one asked for
    /// ends. What the user chose himself stays where no experiment asks for anything else.
    void show(const catalog::Experiment& experiment, scene::Scene& scene, Preferences& preferences,
              WindowState& window);
    /// Another variant of the experiment has been chosen: its line is to be painted, too.
    void show_variant(const std::string& experiment) { paints_ = experiment == of_ && !last_.paints.empty(); }
    /// What is shown now is none of its doing.
    void forget() { paints_ = false; }
    /// The line of the shown run that the experiment wants painted; none: nothing, or that was told before. Lines of
    /// other experiments' runs are waited out.
    [[nodiscard]] std::optional<PaintedCode> take_painted(const session::RunResult& shown, const scene::Source& chosen);

private:
    catalog::FirstLook last_;
    std::string of_;      // the experiment
    bool paints_ = false; // as soon as the run is there
};

/// A view of "output", "launch" or a buffer's name; empty or "input": of what shows best what the kernel reads.
[[nodiscard]] std::pair<scene::Space, std::string> space_from_name(const std::string& name);

} // namespace warpscope::workbench

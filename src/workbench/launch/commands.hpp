#pragma once

#include <memory>
#include <string>

#include "catalog/experiment.hpp"
#include "input/input.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/launch_setup.hpp"

namespace warpscope::workbench {

struct ChooseExperiment {
    std::string name;
};
struct ChooseVariant {
    std::string name;
    bool same_input = false; // keep the input despite the kernel's default
};
struct ChooseInput {
    input::InputSpec input;
};
struct SetBlock {
    Axis axis{};
    uint32_t value = 1;
    std::string gesture; // equal for all steps of a drag
};
struct SetParameter {
    std::string name;
    double value = 0;
    std::string gesture;
};
struct EndGesture {
    bool was_drag = false;
};
struct SetGuessedBuffer {
    catalog::BufferSpec buffer;
};
struct SetGuessedLaunch {
    catalog::LaunchSpec launch;
};
struct SetGuessedInstance {
    std::string instance;
};
struct ForgetSetup {};
struct SaveSetup {};
/// Keeps the initial layout from coloring cells by a source line. The rest of the layout is applied.
struct SkipInitialLayout {};
/// Shows the experiment's own overlays in all views.
struct ResetOverlays {};
struct ReloadExperiment {};
struct CheckRaces {};
struct ShowExperiment {
    std::shared_ptr<const catalog::Experiment> experiment;
};

using LaunchCommands = CommandList<ChooseExperiment, ChooseVariant, ChooseInput, SetBlock, SetParameter, EndGesture,
                                   SetGuessedBuffer, SetGuessedLaunch, SetGuessedInstance, ForgetSetup, SaveSetup,
                                   SkipInitialLayout, ResetOverlays, ReloadExperiment, CheckRaces, ShowExperiment>;
template<class T>
requires(LaunchCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "launch";

} // namespace warpscope::workbench

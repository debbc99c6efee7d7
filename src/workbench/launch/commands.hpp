// The launch setup: experiment, variant, input, block, parameters, and the setup that was guessed.
#pragma once

#include <memory>
#include <string>

#include "catalog/experiment.hpp"
#include "input/input.hpp"
#include "workbench/document/command.hpp"
#include "workbench/document/run_choice.hpp"

namespace warpscope::workbench {

struct ChooseExperiment {
    std::string name;
};
struct ChooseVariant {
    std::string name;
    bool same_input = false; // keeps the input although the kernel has one of its own
};
struct ChooseInput {
    input::InputSpec input;
};
struct SetBlock {
    Axis axis{};
    uint32_t value = 1;
    std::string gesture; // same for all steps of one drag
};
struct SetParameter {
    std::string name;
    double value = 0;
    std::string gesture;
};
struct EndGesture {};
/// The buffer of this name of the variant that is shown. One that is to hold what is opened takes that from the other.
struct SetGuessedBuffer {
    catalog::BufferSpec buffer;
};
/// Grid, shared memory and arguments of the launch of the variant that is shown.
struct SetGuessedLaunch {
    catalog::LaunchSpec launch;
};
/// Another instance of the template that is shown: "blur<float, 3>".
struct SetGuessedInstance {
    std::string instance;
};
struct ForgetSetup {};
/// As a TOML file beside the kernel's, with what the sliders say.
struct SaveSetup {};
/// Adds an experiment to the catalogue and chooses it.
struct ShowExperiment {
    std::shared_ptr<const catalog::Experiment> experiment;
};

using LaunchCommands =
    CommandList<ChooseExperiment, ChooseVariant, ChooseInput, SetBlock, SetParameter, EndGesture, SetGuessedBuffer,
                SetGuessedLaunch, SetGuessedInstance, ForgetSetup, SaveSetup, ShowExperiment>;
template<class T>
requires(LaunchCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "launch";

} // namespace warpscope::workbench

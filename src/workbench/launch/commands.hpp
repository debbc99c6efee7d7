// Commands of the launch setup.
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
    bool same_input = false; // keeps the input even if the kernel has its own default
};
struct ChooseInput {
    input::InputSpec input;
};
struct SetBlock {
    Axis axis{};
    uint32_t value = 1;
    std::string gesture; // same for all steps of a drag
};
struct SetParameter {
    std::string name;
    double value = 0;
    std::string gesture;
};
struct EndGesture {};
/// Only one buffer can hold the opened file.
struct SetGuessedBuffer {
    catalog::BufferSpec buffer;
};
struct SetGuessedLaunch {
    catalog::LaunchSpec launch;
};
/// Selects a template instance, such as "blur<float, 3>".
struct SetGuessedInstance {
    std::string instance;
};
struct ForgetSetup {};
/// Saves the guessed setup as a TOML file next to the kernel.
struct SaveSetup {};
struct ShowExperiment {
    std::shared_ptr<const catalog::Experiment> experiment;
};

using LaunchCommands =
    CommandList<ChooseExperiment, ChooseVariant, ChooseInput, SetBlock, SetParameter, EndGesture, SetGuessedBuffer,
                SetGuessedLaunch, SetGuessedInstance, ForgetSetup, SaveSetup, ShowExperiment>;
template<class T>
requires(LaunchCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "launch";

} // namespace warpscope::workbench

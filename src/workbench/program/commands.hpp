// The CUDA program that is open.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "capture/launch_experiment.hpp"
#include "workbench/document/command.hpp"
#include "workbench/program/program_view.hpp"

namespace warpscope::workbench {

/// `confirmed`: what will happen has been said.
struct RunProgram {
    bool confirmed = false;
};
struct StopProgram {};
struct AskAboutProgram {
    bool on = false;
};
struct SetProgramArguments {
    std::string typed;
};
/// -I, -D and further source files.
struct SetProgramBuild {
    std::string typed;
};
struct SetProgramChecks {
    bool on = false;
};
/// Opens a launch of the program's run in the microscope, by its number.
struct OpenLaunch {
    uint32_t launch = 0;
};
/// The program's page, or the microscope.
struct ShowProgram {
    bool on = true;
};
struct CloseProgram {};
/// Opens the program's kernels without running it, with guessed set-ups.
struct OpenKernels {};
struct SetProgramRows {
    ProgramRows rows{};
};
struct SetProgramTab {
    ProgramTab tab{};
};
/// Brings a line of the program's source into sight; 0: none.
struct GotoProgramLine {
    uint32_t line = 0;
};
struct ArrivedAtProgramLine {};
/// How a buffer of the opened launch lies; none: as guessed.
struct SetBufferShape {
    std::string buffer;
    std::optional<capture::SetShape> shape;
};

using ProgramCommands =
    CommandList<RunProgram, StopProgram, AskAboutProgram, SetProgramArguments, SetProgramBuild, SetProgramChecks,
                OpenLaunch, ShowProgram, CloseProgram, OpenKernels, SetProgramRows, SetProgramTab, GotoProgramLine,
                ArrivedAtProgramLine, SetBufferShape>;
template<class T>
requires(ProgramCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "program";

} // namespace warpscope::workbench

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "capture/launch_experiment.hpp"
#include "workbench/document/command.hpp"
#include "workbench/program/program_view.hpp"

namespace warpscope::workbench {

struct ReadProgram;
struct OpenProgram {
    std::shared_ptr<const ReadProgram> read;
};
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
struct SetProgramBuild {
    std::string typed;
};
struct SetProgramChecks {
    bool on = false;
};
struct OpenLaunch {
    uint32_t launch = 0;
    bool with_findings = false; // also opens the tab Findings
};
struct RereadProgram {};
struct ShowProgram {
    bool on = true;
};
struct CloseProgram {};
struct OpenKernels {};
struct SetProgramRows {
    ProgramRows rows{};
};
struct SetProgramTab {
    ProgramTab tab{};
};
struct GotoProgramLine {
    uint32_t line = 0;
};
struct ArrivedAtProgramLine {};
struct SetBufferShape {
    std::string buffer;
    std::optional<capture::SetShape> shape;
};

using ProgramCommands =
    CommandList<OpenProgram, RunProgram, StopProgram, AskAboutProgram, SetProgramArguments, SetProgramBuild,
                SetProgramChecks, OpenLaunch, RereadProgram, ShowProgram, CloseProgram, OpenKernels, SetProgramRows,
                SetProgramTab, GotoProgramLine, ArrivedAtProgramLine, SetBufferShape>;
template<class T>
requires(ProgramCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "program";

} // namespace warpscope::workbench

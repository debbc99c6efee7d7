#pragma once

#include <string>

#include "workbench/document/command.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

struct SetBaseline {
    bool on = true;
};
struct CompareWith {
    std::string variant;
};
struct SetSideBySide {
    bool on = true;
};
struct PinRun {
    RunPtr run;
};

using CompareCommands = CommandList<SetBaseline, CompareWith, SetSideBySide, PinRun>;
template<class T>
requires(CompareCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "compare";

} // namespace warpscope::workbench

// The pinned run that later ones are compared with.
#pragma once

#include <string>

#include "workbench/document/command.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

/// Pins the present run to compare later ones with, or forgets the pinned one.
struct SetBaseline {
    bool on = true;
};
/// Pins the present run, goes to another variant and shows both.
struct CompareWith {
    std::string variant;
};
struct SetSideBySide {
    bool on = true;
};
/// Pins another run than the present one and shows both.
struct PinRun {
    RunPtr run;
};

using CompareCommands = CommandList<SetBaseline, CompareWith, SetSideBySide, PinRun>;
template<class T>
requires(CompareCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "compare";

} // namespace warpscope::workbench

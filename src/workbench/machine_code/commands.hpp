#pragma once

#include "workbench/document/command.hpp"

namespace warpscope::workbench {

/// Counts only splits at branches that are also branches in the machine code.
struct SetOnlySurviving {
    bool on = true;
};

using MachineCodeCommands = CommandList<SetOnlySurviving>;
template<class T>
requires(MachineCodeCommands::contains<T>) inline constexpr std::string_view feature_of<T> = "machine_code";

} // namespace warpscope::workbench

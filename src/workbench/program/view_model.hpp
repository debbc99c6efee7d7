#pragma once

#include "workbench/program/program_view.hpp"

namespace warpscope::workbench {

struct ProgramModel {
    const ProgramView* program = nullptr;
};

} // namespace warpscope::workbench

#pragma once

#include <memory>
#include <optional>

#include "base/diagnostic.hpp"
#include "insight/machine_lines.hpp"

namespace warpscope::workbench {

struct MachineCodeModel {
    std::shared_ptr<const insight::MachineLines> machine;
    std::optional<Diagnostic> machine_problem;
    bool machine_busy = false;
};

} // namespace warpscope::workbench

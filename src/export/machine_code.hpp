#pragma once

#include <nlohmann/json_fwd.hpp>

#include "insight/machine_code.hpp"

namespace warpscope::exporting {

[[nodiscard]] nlohmann::ordered_json machine_code_report(const insight::MachineCodeFacts& facts);

} // namespace warpscope::exporting

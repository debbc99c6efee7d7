#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns "+4" or "+-4", because PTX has no "-4" in addresses; "" for 0.
[[nodiscard]] std::string offset_text(int64_t offset);

[[nodiscard]] std::string variable_text(const Variable& variable);

} // namespace warpscope::ptx

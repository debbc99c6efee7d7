#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// "+4" or "+-4", empty for 0; PTX has no minus.
[[nodiscard]] std::string offset_text(int64_t offset);

/// ".global .align 16 .u32 table[4] = {1, 2}"
[[nodiscard]] std::string variable_text(const Variable& variable);

} // namespace warpscope::ptx

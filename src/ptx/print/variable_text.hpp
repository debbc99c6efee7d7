// Text of variables in a module's canonical form. Private to src/ptx.
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// "+4" or "+-4": PTX addresses have no minus. Empty for 0.
[[nodiscard]] std::string offset_text(int64_t offset);

/// ".global .align 16 .u32 table[4] = {1, 2}", without the semicolon.
[[nodiscard]] std::string variable_text(const Variable& variable);

} // namespace warpscope::ptx

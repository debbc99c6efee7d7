// A module as NVIDIA's assemblers want it. Defined in text.cpp.
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// As to_text(), with a declaration of each function that a variable begins with the address of, as a table of virtual
/// functions does, before the variables. So parse() has functions in another order.
[[nodiscard]] std::string assembler_text(const Module& module);

} // namespace warpscope::ptx

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

inline constexpr uint32_t no_shared_variable = ~0u;

/// Returns for each instruction the variable from which its shared address derives; no_shared_variable if none or
/// several. Compilers never derive one variable's address from another's. `variable_of` maps names to variables.
[[nodiscard]] std::vector<uint32_t> shared_targets(const Function& function,
                                                   const std::function<uint32_t(const std::string&)>& variable_of);

} // namespace warpscope::ptx

// Finds the shared variable that an access is meant for, if the PTX leaves no doubt.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

inline constexpr uint32_t no_shared_variable = ~0u;

/// Returns the shared variable that each instruction's address was derived from.
///
/// An address is certain if it comes from one variable by adding and subtracting independent values: compilers never
/// derive one variable's address from another's. Selected or loaded pointers yield no_shared_variable. `variable_of`
/// maps a name to a shared variable's number or to no_shared_variable.
[[nodiscard]] std::vector<uint32_t> shared_targets(const Function& function,
                                                   const std::function<uint32_t(const std::string&)>& variable_of);

} // namespace warpscope::ptx

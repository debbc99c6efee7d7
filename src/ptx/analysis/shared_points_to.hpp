// Which shared variable an access is meant for, where the PTX leaves no doubt.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

inline constexpr uint32_t no_shared_variable = ~0u;

/// For each instruction of `function`: the shared variable that its address was formed from, if it was formed from the
/// address of that one alone by adding and subtracting what no shared variable's address has a part in. No compiler
/// makes the address of one variable from that of another, because it does not know how far apart they will lie. A
/// pointer that was chosen from several, or that came out of memory, is no certain case.
/// `variable_of` has the number of a shared variable by name, no_shared_variable for other symbols.
[[nodiscard]] std::vector<uint32_t> shared_targets(const Function& function,
                                                   const std::function<uint32_t(const std::string&)>& variable_of);

} // namespace warpscope::ptx

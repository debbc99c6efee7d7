// Finds stores that copy a structure with its padding.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/analysis/function_demanded_bits.hpp"

namespace warpscope::ptx {

struct CopiedStructure {
    int64_t before = 0, after = 0; // bytes of the structure before and after the element
    bool by_loop = false;          // copied by a compiler's loop of unknown length
};

/// Returns the copied structures by store instruction and element.
[[nodiscard]] std::vector<std::vector<std::optional<CopiedStructure>>>
copied_structures(const Function& function, const FunctionDemandedBits& uses);

} // namespace warpscope::ptx

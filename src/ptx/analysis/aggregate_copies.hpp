// Which elements of stores are parts of one copied structure, padding and all.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/analysis/function_demanded_bits.hpp"

namespace warpscope::ptx {

/// A structure that a stored element is copied with.
struct CopiedStructure {
    int64_t before = 0, after = 0; // bytes of it in front of what was loaded for the element, and behind
    bool by_loop = false;          // of the compiler's, which copies one element at a time: how many is not known
};

/// By instruction and element of a store; empty where a store copies nothing. A structure's parts are loaded from one
/// place and stored to one other at the same distances, for one expression of the source. Of what one instruction loads
/// also those count that are stored there by way of something else, such as a register that is set in other places too.
[[nodiscard]] std::vector<std::vector<std::optional<CopiedStructure>>>
copied_structures(const Function& function, const FunctionDemandedBits& uses);

} // namespace warpscope::ptx

// Finds loaded values that are used on every path. Even without a branch, a value may be dropped by selp, or by and/or
// of predicates: (next < end && less) ignores `less` at the end. For values that may be dropped,
// metrics/rerun/differential_reads.cpp reruns the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Guaranteed use of a value. Each level includes the previous.
enum class GuaranteedUse : uint8_t {
    none,       // may be dropped
    possible,   // used, but perhaps only by the thread itself
    observable, // visible to other threads, perhaps after moves
    computed    // visible to other threads after a computation, or decides something
};

[[nodiscard]] bool only_computes(const Instruction& in);
/// Returns the index of the first source that certainly affects the result; for a selection, the index of its
/// condition.
[[nodiscard]] size_t first_certain_source(const Instruction& in);

/// Returns one entry per load and element. `of_carried`: assumed use of values that shuffles or shared memory pass to
/// other threads.
[[nodiscard]] std::vector<std::vector<GuaranteedUse>> guaranteed_uses(const Function& function,
                                                                      GuaranteedUse of_carried);

} // namespace warpscope::ptx

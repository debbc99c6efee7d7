// Products and sums that no compiler fuses. NVIDIA's assembler makes one fused multiply-add of `mul` and `add` that say
// nothing about rounding, and another of its versions may not; with `.rn` both round by themselves, as PTX words it and
// as the emulator computes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpscope::ptx {

struct Uncontracted {
    std::string text;
    size_t changed = 0; // instructions that got `.rn`
};

/// `ptx` with `.rn` in every floating-point add, sub and mul without a rounding mode, which is how they round anyway.
/// Lines and everything else stay. Text that is no PTX comes back as it is.
[[nodiscard]] Uncontracted without_contraction(std::string_view ptx);

} // namespace warpscope::ptx

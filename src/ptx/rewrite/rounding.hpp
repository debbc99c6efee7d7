// NVIDIA's assembler may fuse `mul` and `add` without rounding mode. With `.rn` each rounds separately, as in the
// emulator.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpscope::ptx {

struct Uncontracted {
    std::string text;
    size_t changed = 0;
};

/// Adds `.rn` to floating-point add, sub and mul without rounding mode. Keeps line numbers.
[[nodiscard]] Uncontracted without_contraction(std::string_view ptx);

} // namespace warpscope::ptx

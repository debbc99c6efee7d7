#pragma once

#include <cstdint>
#include <set>

#include "source/kernel_text.hpp"

namespace warpscope::source {

/// Returns lines where a statement ends.
[[nodiscard]] std::set<uint32_t> statement_lines(const KernelText& text);

/// Returns lines with a statement outside branches and loops, and before the first `return`. Skips statements that
/// branch by ?:, && or ||.
[[nodiscard]] std::set<uint32_t> unconditional_lines(const KernelText& text);

} // namespace warpscope::source

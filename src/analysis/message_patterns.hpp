// Pattern tables. The first match counts, so specific patterns come first.
#pragma once

#include <span>

#include "language/filled.hpp"

namespace warpscope::analysis {

constexpr Pattern one_form(const char* english) { return {english, nullptr}; }

/// Returns patterns of findings in kernels.
[[nodiscard]] std::span<const Pattern> finding_patterns();
/// Returns patterns of findings in programs with main().
[[nodiscard]] std::span<const Pattern> program_patterns();
/// Returns patterns of messages about launches in two thread orders.
[[nodiscard]] std::span<const Pattern> order_patterns();
/// Returns patterns of guesses about a kernel's text.
[[nodiscard]] std::span<const Pattern> guess_patterns();

} // namespace warpscope::analysis

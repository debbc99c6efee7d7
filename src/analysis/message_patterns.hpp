// The tables behind message_words.hpp and finding_words.hpp. The first pattern that fits counts, so the more particular
// ones stand before those that would take them, too.
#pragma once

#include <span>

#include "language/filled.hpp"

namespace warpscope::analysis {

constexpr Pattern one_form(const char* english) { return {english, nullptr}; }

/// Of what the emulator and the checkers find in a kernel.
[[nodiscard]] std::span<const Pattern> finding_patterns();
/// Of programs with main(): why they are not built or run, and what their hosts did wrong.
[[nodiscard]] std::span<const Pattern> program_patterns();
/// Of a launch in two orders of its threads: where they part, and what comes out differently.
[[nodiscard]] std::span<const Pattern> order_patterns();
/// Of what was guessed of a kernel's text.
[[nodiscard]] std::span<const Pattern> guess_patterns();

} // namespace warpscope::analysis

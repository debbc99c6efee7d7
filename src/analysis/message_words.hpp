// What modules that know no language say, in the language that is spoken: why a file is not read, what a compiler or a
// GPU is missing, what was guessed. They say it in English, and reports and the command line leave it so; here such a
// sentence is taken apart and said anew. What is not known, and what a compiler says, stays as it is.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::analysis {

/// Of a message or a hint. Further lines are a compiler's.
[[nodiscard]] std::string message_words(std::string_view english);
/// Diagnostic::text(), in the language that is spoken.
[[nodiscard]] std::string message_words(const Diagnostic& diagnostic);
/// Of what was found in a program with main(): by the checkers in its kernels, or in what its host did.
[[nodiscard]] std::string program_finding_words(std::string_view english);
/// Of a launch in two orders of its threads (replay/orders).
[[nodiscard]] std::string order_words(std::string_view english);
/// Of what was guessed of a kernel's text (catalog/guess).
[[nodiscard]] std::string guess_words(std::string_view english);

} // namespace warpscope::analysis

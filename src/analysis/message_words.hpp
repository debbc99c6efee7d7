// Translates messages of modules without language support: failed reads, missing compilers or GPUs, guesses. Reports
// and the command line keep the English text. Unknown text and compiler output stay unchanged.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::analysis {

/// Translates a message or hint. Further lines are compiler output.
[[nodiscard]] std::string message_words(std::string_view english);
/// Translates Diagnostic::text().
[[nodiscard]] std::string message_words(const Diagnostic& diagnostic);
/// Translates findings in programs with main(), of kernels and host code.
[[nodiscard]] std::string program_finding_words(std::string_view english);
/// Translates messages about two thread orders (replay/orders).
[[nodiscard]] std::string order_words(std::string_view english);
/// Translates guesses about a kernel's text (catalog/guess).
[[nodiscard]] std::string guess_words(std::string_view english);

} // namespace warpscope::analysis

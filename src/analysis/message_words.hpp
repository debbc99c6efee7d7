// Translates messages of modules without language support. Reports and the command line keep the English text, as does
// unknown text.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::analysis {

/// Keeps further lines, which are compiler output.
[[nodiscard]] std::string message_words(std::string_view english);
/// Translates Diagnostic::text().
[[nodiscard]] std::string message_words(const Diagnostic& diagnostic);
/// Translates findings in programs with main().
[[nodiscard]] std::string program_finding_words(std::string_view english);
/// Translates messages of replay/orders.
[[nodiscard]] std::string order_words(std::string_view english);
/// Translates messages of catalog/guess.
[[nodiscard]] std::string guess_words(std::string_view english);

} // namespace warpscope::analysis

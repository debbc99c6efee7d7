// What the checkers say, in the language that is spoken. Findings are put into English sentences while a kernel runs,
// and stay so in reports; here such a sentence is taken apart and said anew.
#pragma once

#include <string>
#include <string_view>

#include "session/session.hpp"

namespace warpscope::analysis {

/// Of a finding's message or of any part of it. What is not known stays English.
[[nodiscard]] std::string finding_words(std::string_view english);
/// finding_text(), in the language that is spoken.
[[nodiscard]] std::string finding_words(const session::RunResult& result, const simt::Finding& finding);

} // namespace warpscope::analysis

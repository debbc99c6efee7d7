// Translates messages of the checkers, which are created in English and stay English in reports. Splits such a sentence
// into a pattern and its values.
#pragma once

#include <string>
#include <string_view>

#include "session/session.hpp"

namespace warpscope::analysis {

/// Translates a message or a part of it. Unknown text stays English.
[[nodiscard]] std::string finding_words(std::string_view english);
/// Translates finding_text().
[[nodiscard]] std::string finding_words(const session::RunResult& result, const simt::Finding& finding);

} // namespace warpscope::analysis

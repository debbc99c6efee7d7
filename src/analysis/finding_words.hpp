// Translates messages of the checkers, which are created in English, by patterns.
#pragma once

#include <string>
#include <string_view>

#include "session/session.hpp"

namespace warpscope::analysis {

/// Keeps unknown text in English.
[[nodiscard]] std::string finding_words(std::string_view english);
/// Translates finding_text().
[[nodiscard]] std::string finding_words(const session::RunResult& result, const simt::Finding& finding);

} // namespace warpscope::analysis

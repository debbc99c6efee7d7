#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/message.hpp"

namespace warpscope::catalog {

/// Returns the candidate with fewest edits, or "" if none is close.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// Returns "did you mean 'radius'?", or `listing` with all candidates.
[[nodiscard]] Message suggestion(std::string_view word, std::span<const std::string> candidates,
                                 const Message& listing);

} // namespace warpscope::catalog

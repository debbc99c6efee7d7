// Names a person may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace warpscope::catalog {

/// The candidate with the fewest edits from `word`; empty when none is close.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// "did you mean 'radius'?" or, when nothing is close, the candidates listed after `listing` ("parameters: ").
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string> candidates,
                                     std::string_view listing);

} // namespace warpscope::catalog

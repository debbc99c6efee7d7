#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

/// A piece of text with expressions in braces. "{{" and "}}" are literal braces.
struct CaptionPart {
    std::string text;
    bool is_expression = false;
};
[[nodiscard]] Result<std::vector<CaptionPart>> parse_caption(std::string_view text);

/// Returns the number if the text is only a number, such as "0.5".
[[nodiscard]] std::optional<double> plain_number(std::string_view text);

} // namespace warpscope::catalog

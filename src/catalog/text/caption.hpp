#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

/// Part of a caption: plain text, or an expression without its braces. "{{" and "}}" are literal braces.
struct CaptionPart {
    std::string text;
    bool is_expression = false;
};
[[nodiscard]] Result<std::vector<CaptionPart>> parse_caption(std::string_view text);

[[nodiscard]] std::optional<double> plain_number(std::string_view text);

} // namespace warpscope::catalog

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

/// Plain text, expression, or condition in "{if x}". "{{" and "}}" are literal braces.
struct CaptionPart {
    std::string text;
    bool is_expression = false;
    bool is_condition = false;
};
[[nodiscard]] Result<std::vector<CaptionPart>> parse_caption(std::string_view text);

[[nodiscard]] std::optional<double> plain_number(std::string_view text);

} // namespace warpscope::catalog

// Texts of experiment files with expressions in braces, and plain numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

/// The expressions in braces of a caption, in order; "{{" and "}}" stand for braces. Unbalanced braces are an error.
struct CaptionPart {
    std::string text; // plain text, or an expression
    bool is_expression = false;
};
[[nodiscard]] Result<std::vector<CaptionPart>> parse_caption(std::string_view text);

/// Plain number ("0.5") in `text`; nullopt when it is something else.
[[nodiscard]] std::optional<double> plain_number(std::string_view text);

} // namespace warpscope::catalog

// Checks that the parts of a variant fit together: names that exist, expressions that parse. Private to src/catalog.
#pragma once

#include <functional>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// Which part of the variant a problem belongs to, so that its place in the file can be looked up.
struct PartRef {
    enum class Kind {
        variant,
        parameter,
        buffer,
        symbol,
        texture,
        value,
        launch,
        window,
        arrangement,
        caption,
        chart
    } kind = Kind::variant;
    size_t index = 0;
};

/// Calls `report` for everything that is wrong.
void check_variant(const Variant& variant,
                   const std::function<void(PartRef where, std::string message, std::string hint)>& report);

/// The expressions in braces of a caption, in order; "{{" and "}}" stand for braces. Unbalanced braces are an error.
struct CaptionPart {
    std::string text; // plain text, or an expression
    bool is_expression = false;
};
[[nodiscard]] Result<std::vector<CaptionPart>> parse_caption(std::string_view text);

/// Plain number ("0.5") in `text`; nullopt when it is something else.
[[nodiscard]] std::optional<double> plain_number(std::string_view text);

} // namespace warpscope::catalog

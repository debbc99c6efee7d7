// Translates finished English texts by matching the patterns that they were made of: texts made where no language is
// set, or kept while it may change, such as findings and sentences of files with numbers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope {

/// Returns the values for the braces of `pattern`, by name or number ("0", "1"); nullopt if `text` does not match.
[[nodiscard]] std::optional<std::vector<std::pair<std::string, std::string>>> values_in(std::string_view text,
                                                                                        std::string_view pattern);
/// Returns `text` in the words of `translated`, or unchanged if it does not match `pattern`.
[[nodiscard]] std::string refilled(std::string_view text, std::string_view pattern, std::string_view translated);

/// An English pattern. With `many`, `one` is the singular and the first value is the count.
struct Pattern {
    const char* one = nullptr;
    const char* many = nullptr;
};
/// Marks a plural pattern for extraction, as N_ marks a text.
constexpr Pattern N_count(const char* one, const char* many) { return {one, many}; }
/// Translates `text`, and its values, by the first matching pattern.
[[nodiscard]] std::string tr_by_patterns(std::string_view text, std::span<const Pattern> patterns);

} // namespace warpscope

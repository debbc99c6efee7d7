// Translates finished English texts, such as findings, by matching the patterns that they were made of.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope {

/// Returns the values for braces, by name or number ("0", "1"), or nullopt if `text` does not match.
[[nodiscard]] std::optional<std::vector<std::pair<std::string, std::string>>> values_in(std::string_view text,
                                                                                        std::string_view pattern);
/// Returns `text` in the words of `translated`, or unchanged if it does not match `pattern`.
[[nodiscard]] std::string refilled(std::string_view text, std::string_view pattern, std::string_view translated);

/// A pattern; `many` is its plural, whose first value is the count.
struct Pattern {
    const char* one = nullptr;
    const char* many = nullptr;
};
/// Marks a plural pattern for extraction.
constexpr Pattern N_count(const char* one, const char* many) { return {one, many}; }
/// Uses the first matching pattern. Values are translated too.
[[nodiscard]] std::string tr_by_patterns(std::string_view text, std::span<const Pattern> patterns);

} // namespace warpscope

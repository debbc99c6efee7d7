// Texts that were put together in English and are translated afterwards: by the pattern that they were made of. For
// what is made where there is no language, or kept while the language may change: sentences of files with numbers
// filled in, and what the emulator and the checkers say.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope {

/// What stands in `text` where `pattern` has braces, by what is between them; "{}" are called "0", "1" and so on.
/// Nothing where it is not made of this pattern. Each value is as short as possible.
[[nodiscard]] std::optional<std::vector<std::pair<std::string, std::string>>> values_in(std::string_view text,
                                                                                        std::string_view pattern);
/// `text`, which was made of `pattern`, as `translated` says it. It is returned as it is where it is of another
/// pattern.
[[nodiscard]] std::string refilled(std::string_view text, std::string_view pattern, std::string_view translated);

/// An English pattern; with `many` it is that of one thing, and the first value chooses the form.
struct Pattern {
    const char* one = nullptr;
    const char* many = nullptr;
};
/// Marks one that depends on a number, as N_ does a text.
constexpr Pattern N_count(const char* one, const char* many) { return {one, many}; }
/// `text` by the first of the patterns that it is made of. The values are translated in the same way: they may be made
/// of patterns, too.
[[nodiscard]] std::string tr_by_patterns(std::string_view text, std::span<const Pattern> patterns);

} // namespace warpscope

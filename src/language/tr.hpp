// Texts in the current language. The English text is key and fallback. scripts/update_po.sh extracts literals in calls
// of these functions and N_.
//
//     tr("Findings")
//     tr_format("{} of {} warps", some, all)            as fmt::format; translations may reorder: {1} {0}
//     tr_count(n, "{} block", "{} blocks", grouped(n))  n chooses the plural form; other values follow
//     tr_in("view", "Open")                             context of an ambiguous English word
//     constexpr Row rows[]{{N_("reads")}};  tr(rows[0].title)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostic.hpp"

namespace warpscope {

namespace language_detail {
[[nodiscard]] std::string rendered(const Message& message);
} // namespace language_detail

/// Marks a text for a later tr().
constexpr const char* N_(const char* english) { return english; }

/// Returns a text that lives as long as the program.
[[nodiscard]] const char* tr(const char* english);
/// Returns `english` itself if untranslated.
[[nodiscard]] std::string_view tr(std::string_view english);
std::string_view tr(std::string&& english) = delete; // would dangle
template<std::same_as<Message> M>
[[nodiscard]] std::string tr(const M& message) {
    return language_detail::rendered(message);
}
/// Renders "file:line: message (hint)".
[[nodiscard]] std::string tr(const Diagnostic& diagnostic);
[[nodiscard]] const char* tr_in(const char* context, const char* english);

namespace language_detail {
/// Returns `english` if the translation is missing or has other placeholders.
[[nodiscard]] std::string_view format_of(std::string_view english);
[[nodiscard]] std::string_view format_in(const char* context, std::string_view english);
[[nodiscard]] std::string_view format_of(uint64_t count, std::string_view one, std::string_view many);
/// Falls back to `english` if `translated` cannot be formatted.
[[nodiscard]] std::string formatted(std::string_view translated, std::string_view english, fmt::format_args args);
[[nodiscard]] inline std::string_view view(fmt::string_view words) { return {words.data(), words.size()}; }
} // namespace language_detail

template<class... Args>
[[nodiscard]] std::string tr_format(fmt::format_string<Args...> english, Args&&... args) {
    const std::string_view words = language_detail::view(english);
    return language_detail::formatted(language_detail::format_of(words), words, fmt::make_format_args(args...));
}

template<class... Args>
[[nodiscard]] std::string tr_format_in(const char* context, fmt::format_string<Args...> english, Args&&... args) {
    const std::string_view words = language_detail::view(english);
    return language_detail::formatted(language_detail::format_in(context, words), words,
                                      fmt::make_format_args(args...));
}

/// Other languages may have more than two forms. Both texts need the same placeholders.
template<class... Args>
[[nodiscard]] std::string tr_count(uint64_t count, fmt::format_string<Args...> one, fmt::format_string<Args...> many,
                                   Args&&... args) {
    const std::string_view first = language_detail::view(one), second = language_detail::view(many);
    return language_detail::formatted(language_detail::format_of(count, first, second), count == 1 ? first : second,
                                      fmt::make_format_args(args...));
}

} // namespace warpscope

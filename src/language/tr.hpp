// Texts in the current language. What is handed to these functions is the English text: it is the key of its
// translation, and what is shown where there is none. scripts/update_po.sh finds it by the functions' names, so it must
// be a literal in the call, or marked by N_ where it stands.
//
//     tr("Findings")
//     tr_format("{} of {} warps", some, all)            as fmt::format; the translation may change the order: {1} {0}
//     tr_count(n, "{} block", "{} blocks", grouped(n))  n chooses the form, what is shown follows
//     tr_in("view", "Open")                             one English word that another language has several for
//     constexpr Row rows[]{{N_("reads")}};  tr(rows[0].title)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace warpscope {

/// Marks a text that tr() is given later.
constexpr const char* N_(const char* english) { return english; }

/// The result lives as long as the program.
[[nodiscard]] const char* tr(const char* english);
/// The result is `english` itself where there is no translation.
[[nodiscard]] std::string_view tr(std::string_view english);
std::string_view tr(std::string&& english) = delete; // would be gone
[[nodiscard]] const char* tr_in(const char* context, const char* english);

namespace language_detail {
/// The translation, or `english` where there is none or its placeholders are others.
[[nodiscard]] std::string_view format_of(std::string_view english);
[[nodiscard]] std::string_view format_in(const char* context, std::string_view english);
[[nodiscard]] std::string_view format_of(uint64_t count, std::string_view one, std::string_view many);
/// `english` where `translated` cannot be formatted.
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

/// `one` where `count` is 1, else `many`; other languages have more forms, or fewer. Both have the same placeholders.
template<class... Args>
[[nodiscard]] std::string tr_count(uint64_t count, fmt::format_string<Args...> one, fmt::format_string<Args...> many,
                                   Args&&... args) {
    const std::string_view first = language_detail::view(one), second = language_detail::view(many);
    return language_detail::formatted(language_detail::format_of(count, first, second), count == 1 ? first : second,
                                      fmt::make_format_args(args...));
}

} // namespace warpscope

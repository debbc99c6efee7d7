#include "ui/widgets/line_break.hpp"

#include <algorithm>

#include <imgui_internal.h>

namespace warpscope::ui {

namespace {

bool is_ideograph(unsigned letter) {
    return (letter >= 0x2e80 && letter <= 0x9fff) || (letter >= 0xf900 && letter <= 0xfaff) ||
           (letter >= 0xff00 && letter <= 0xffef);
}

constexpr std::u32string_view closing_marks = U"，。、；：？！）】》」』”’…—·%,.;:?!)]}",
                              opening_marks = U"（【《「『“‘([{";

bool is_in(std::u32string_view set, unsigned letter) {
    return set.find(static_cast<char32_t>(letter)) != std::u32string_view::npos;
}

} // namespace

size_t unbroken(std::string_view words) {
    const char *at = words.data(), *const end = at + words.size();
    unsigned before = 0;
    while (at < end) {
        unsigned letter = 0;
        const int bytes = ImTextCharFromUtf8(&letter, at, end);
        if (before != 0 && (is_ideograph(before) || is_ideograph(letter)) && !is_in(closing_marks, letter) &&
            !is_in(opening_marks, before))
            break;
        before = letter;
        at += bytes > 0 ? bytes : 1;
    }
    return static_cast<size_t>(at - words.data());
}

size_t size_at_begin(std::string_view words) {
    constexpr std::string_view times = " × ";
    const auto end_of_word = [&](size_t from) { return std::min(words.find_first_of(" \n*", from), words.size()); };
    size_t end = end_of_word(0);
    if (!words.substr(end).starts_with(times)) return 0;
    while (words.substr(end).starts_with(times)) end = end_of_word(end + times.size());
    return end;
}

} // namespace warpscope::ui

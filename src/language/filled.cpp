#include "language/filled.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "language/tr.hpp"

namespace warpscope {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

struct Piece {
    std::string text; // text, or the name between braces
    bool is_value = false;
};

/// Splits at braces; returns {} if they do not match.
std::vector<Piece> pieces_of(std::string_view pattern) {
    std::vector<Piece> all;
    std::string plain;
    unsigned next = 0;
    for (size_t at = 0; at < pattern.size(); ++at) {
        const char c = pattern[at];
        if ((c == '{' || c == '}') && pattern.substr(at + 1, 1) == std::string_view(&c, 1)) {
            plain += c;
            ++at;
            continue;
        }
        if (c == '}') return {};
        if (c != '{') {
            plain += c;
            continue;
        }
        const size_t end = pattern.find('}', at);
        if (end == std::string_view::npos) return {};
        std::string_view name = pattern.substr(at + 1, end - at - 1);
        name = name.substr(0, name.find(':'));
        if (!plain.empty()) all.push_back({std::exchange(plain, {}), false});
        all.push_back({name.empty() ? std::to_string(next++) : std::string(name), true});
        at = end;
    }
    if (!plain.empty()) all.push_back({plain, false});
    return all;
}

const std::string* value_of(const Values& values, std::string_view name) {
    const auto found = std::ranges::find(values, name, &Values::value_type::first);
    return found == values.end() ? nullptr : &found->second;
}

/// Matches `text` against the pieces and adds to `values`, which are as short as possible.
bool take_apart(std::string_view text, std::span<const Piece> pieces, Values& values) {
    if (pieces.empty()) return text.empty();
    const Piece& piece = pieces.front();
    const auto rest = pieces.subspan(1);
    if (!piece.is_value)
        return text.starts_with(piece.text) && take_apart(text.substr(piece.text.size()), rest, values);
    if (const std::string* known = value_of(values, piece.text))
        return text.starts_with(*known) && take_apart(text.substr(known->size()), rest, values);
    const size_t before = values.size();
    for (size_t length = 0; length <= text.size(); ++length) {
        if (!rest.empty() && !rest.front().is_value) {
            length = text.find(rest.front().text, length);
            if (length == std::string_view::npos) return false;
        } else if (rest.empty()) {
            length = text.size();
        }
        values.emplace_back(piece.text, std::string(text.substr(0, length)));
        if (take_apart(text.substr(length), rest, values)) return true;
        values.resize(before);
    }
    return false;
}

/// Inserts values; returns "" if one is missing.
std::string put_together(std::string_view pattern, const Values& values) {
    std::string out;
    for (const Piece& piece : pieces_of(pattern)) {
        const std::string* const value = piece.is_value ? value_of(values, piece.text) : &piece.text;
        if (value == nullptr) return {};
        out += *value;
    }
    return out;
}

/// Parses "1 048 576"; 0 if invalid.
uint64_t number_of(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == ','; });
    uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

std::optional<Values> values_in(std::string_view text, std::string_view pattern) {
    const std::vector<Piece> pieces = pieces_of(pattern);
    Values values;
    if (!take_apart(text, pieces, values)) return std::nullopt;
    return values;
}

std::string refilled(std::string_view text, std::string_view pattern, std::string_view translated) {
    if (translated == pattern) return std::string(text);
    const auto values = values_in(text, pattern);
    std::string out = values ? put_together(translated, *values) : std::string();
    return out.empty() ? std::string(text) : out;
}

std::string tr_by_patterns(std::string_view text, std::span<const Pattern> patterns) {
    for (const Pattern& pattern : patterns)
        for (const char* const english : {pattern.one, pattern.many}) {
            if (english == nullptr) continue;
            auto values = values_in(text, english);
            if (!values) continue;
            const uint64_t count = values->empty() ? 0 : number_of(values->front().second);
            const std::string_view translated = pattern.many == nullptr
                                                    ? tr(std::string_view(english))
                                                    : language_detail::format_of(count, pattern.one, pattern.many);
            for (auto& [name, value] : *values)
                if (value != text) value = tr_by_patterns(value, patterns);
            if (std::string out = put_together(translated, *values); !out.empty()) return out;
        }
    return std::string(text);
}

} // namespace warpscope

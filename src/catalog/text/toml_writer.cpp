#include "catalog/text/toml_writer.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::catalog {
namespace {

/// Returns the length of a UTF-8 sequence, 0 if invalid.
size_t sequence_length(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const size_t length = first >= 0xc2 && first < 0xe0   ? 2
                          : first >= 0xe0 && first < 0xf0 ? 3
                          : first >= 0xf0 && first < 0xf5 ? 4
                                                          : 0;
    if (length == 0 || text.size() < length) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // Rejects overlong forms, surrogates, and values beyond Unicode.
    if (first == 0xe0 && byte(1) < 0xa0) return 0;
    if (first == 0xed && byte(1) >= 0xa0) return 0;
    if (first == 0xf0 && byte(1) < 0x90) return 0;
    if (first == 0xf4 && byte(1) >= 0x90) return 0;
    return length;
}

} // namespace

std::string toml_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += fmt::format("\\{}", c);
        else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out + '"';
}

std::string toml_number(double value) {
    std::string out = fmt::format("{}", value);
    // Adds a decimal point to -0 and to large whole numbers, which TOML integers might not represent.
    const bool whole = out.find_first_not_of("-0123456789") == std::string::npos;
    if (whole && (std::abs(value) >= 1e15 || (value == 0 && std::signbit(value)))) out += ".0";
    return out;
}

std::string toml_lines(std::string_view text) { return fmt::format("'''\n{}'''", text); }

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const size_t length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

bool fits_toml_lines(std::string_view text) {
    if (text.find("'''") != std::string_view::npos || text.ends_with('\'')) return false;
    const bool shows = std::ranges::all_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte >= 0x20 || c == '\n' || c == '\t') && byte != 0x7f;
    });
    return shows && is_utf8(text);
}

} // namespace warpscope::catalog

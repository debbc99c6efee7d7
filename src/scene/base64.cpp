#include "scene/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace warpscope::scene {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr size_t line_length = 76;

constexpr std::array<int8_t, 256> values = [] {
    std::array<int8_t, 256> made{};
    made.fill(-1);
    for (size_t i = 0; i < digits.size(); ++i) made[static_cast<unsigned char>(digits[i])] = static_cast<int8_t>(i);
    return made;
}();

} // namespace

std::string to_base64(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() * 4 / 3 + bytes.size() / 54 + 8);
    size_t in_line = 0;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t count = std::min<size_t>(3, bytes.size() - i);
        uint32_t group = 0;
        for (size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (size_t k = 0; k < 4; ++k) out += k <= count ? digits[group >> (18 - 6 * k) & 63u] : '=';
        in_line += 4;
        if (in_line == line_length) {
            out += '\n';
            in_line = 0;
        }
    }
    if (in_line > 0) out += '\n';
    return out;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string out;
    out.reserve(text.size() / 4 * 3);
    uint32_t group = 0;
    size_t count = 0, padding = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
        if (c == '=') {
            ++padding;
            continue;
        }
        const int8_t value = values[static_cast<unsigned char>(c)];
        if (value < 0 || padding > 0) return std::nullopt;
        group = group << 6 | static_cast<uint32_t>(value);
        if (++count < 4) continue;
        for (int shift : {16, 8, 0}) out += static_cast<char>(group >> shift & 0xffu);
        group = 0;
        count = 0;
    }
    if ((count + padding) % 4 != 0 || padding > 2 || count == 1) return std::nullopt;
    // A partial group encodes (digits - 1) bytes.
    if (count >= 2) out += static_cast<char>((count == 2 ? group >> 4 : group >> 10) & 0xffu);
    if (count == 3) out += static_cast<char>(group >> 2 & 0xffu);
    return out;
}

std::string to_base64url(std::string_view bytes) {
    std::string out = to_base64(bytes);
    std::erase_if(out, [](char c) { return c == '=' || c == '\n'; });
    std::ranges::replace(out, '+', '-');
    std::ranges::replace(out, '/', '_');
    return out;
}

std::optional<std::string> from_base64url(std::string text) {
    if (text.find_first_of("+/= \t\r\n") != std::string::npos) return std::nullopt;
    std::ranges::replace(text, '-', '+');
    std::ranges::replace(text, '_', '/');
    text.append((4 - text.size() % 4) % 4, '=');
    return from_base64(text);
}

} // namespace warpscope::scene

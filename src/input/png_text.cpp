#include "input/png_text.hpp"

#include <array>

namespace warpscope::input {
namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
constexpr size_t header_end = 33; // end of signature and IHDR

std::span<const std::byte> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

std::string big_endian(uint32_t value) {
    std::string out;
    for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(value >> shift & 0xffu);
    return out;
}

uint32_t number_at(std::string_view bytes, size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// Returns the start of an iTXt chunk: keyword, no compression, no language.
std::string head_of(std::string_view keyword) { return std::string(keyword) + std::string(5, '\0'); }

} // namespace

uint32_t png_crc(std::span<const std::byte> bytes) {
    // Reference: PNG specification, annex "CRC algorithm".
    static const std::array<uint32_t, 256> table = [] {
        std::array<uint32_t, 256> made{};
        for (uint32_t n = 0; n < 256; ++n) {
            uint32_t c = n;
            for (int bit = 0; bit < 8; ++bit) c = (c & 1u) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
            made[n] = c;
        }
        return made;
    }();
    uint32_t crc = ~0u;
    for (const std::byte byte : bytes) crc = table[(crc ^ static_cast<uint32_t>(byte)) & 0xffu] ^ (crc >> 8);
    return ~crc;
}

std::string with_png_text(std::string_view png, std::string_view keyword, std::string_view text) {
    const std::string typed = "iTXt" + head_of(keyword) + std::string(text);
    std::string out(png.substr(0, header_end));
    out += big_endian(static_cast<uint32_t>(typed.size() - 4)) + typed + big_endian(png_crc(bytes_of(typed)));
    return out.append(png.substr(header_end));
}

Result<std::optional<std::string>> find_png_text(std::string_view file, std::string_view keyword) {
    if (!file.starts_with(signature)) return std::nullopt;
    const std::string head = head_of(keyword);
    for (size_t at = signature.size(); at + 12 <= file.size();) {
        const uint64_t length = number_at(file, at);
        const std::string_view type = file.substr(at + 4, 4);
        const bool whole = length <= file.size() - at - 12;
        const std::string_view data = file.substr(at + 8, length);
        if (type == "iTXt" && data.starts_with(head)) {
            if (!whole || png_crc(bytes_of(file.substr(at + 4, 4 + length))) != number_at(file, at + 8 + length))
                return fail(ErrorKind::failed, msg("the scene in the picture is damaged"),
                            msg("the picture itself can be used with --input"));
            return std::string(data.substr(head.size()));
        }
        if (!whole || type == "IEND") break;
        at += 12 + length;
    }
    return std::nullopt;
}

} // namespace warpscope::input

#include "input/decode.hpp"

#include <climits>
#include <memory>

// Excludes GIF, on which Debian's stb can crash, and TGA, because stb does not check its sizes.
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

namespace warpscope::input {
namespace {

std::string last_problem() {
    const char* reason = stbi_failure_reason();
    return reason != nullptr ? reason : "unknown reason";
}

uint32_t at(std::span<const std::byte> file, size_t position) {
    return position < file.size() ? std::to_integer<uint32_t>(file[position]) : 0;
}

/// Returns whether a Huffman table at `marker` has more than 256 codes.
bool is_overfull(std::span<const std::byte> file, size_t marker) {
    const size_t end = marker + 2 + (at(file, marker + 2) << 8 | at(file, marker + 3));
    for (size_t table = marker + 4; table < end && table < file.size();) {
        size_t codes = 0;
        for (size_t length = 1; length <= 16; ++length) codes += at(file, table + length);
        if (codes > 256) return true;
        table += 17 + codes;
    }
    return false;
}

/// Detects JPEG files that make Debian's stb write out of bounds.
bool has_overfull_huffman_table(std::span<const std::byte> file) {
    if (at(file, 0) != 0xff || at(file, 1) != 0xd8) return false;
    size_t position = 2;
    while (at(file, position) == 0xff && at(file, position + 1) != 0xda) {
        const uint32_t marker = at(file, position + 1);
        if (marker == 0xc4 && is_overfull(file, position)) return true;
        position += marker == 0xff ? 1 : 2 + (at(file, position + 2) << 8 | at(file, position + 3));
    }
    for (; position + 1 < file.size(); ++position)
        if (at(file, position) == 0xff && at(file, position + 1) == 0xc4 && is_overfull(file, position)) return true;
    return false;
}

template<class Read>
Decoded decode(std::span<const std::byte> file, Read&& read) {
    Decoded out;
    int width = 0, height = 0, channels = 0;
    if (has_overfull_huffman_table(file)) {
        out.problem = "a Huffman table has too many codes";
    } else if (file.size() > INT_MAX || !read(reinterpret_cast<const stbi_uc*>(file.data()),
                                              static_cast<int>(file.size()), &width, &height, &channels)) {
        out.problem = last_problem();
    } else {
        out.width = static_cast<uint32_t>(width);
        out.height = static_cast<uint32_t>(height);
        out.channels = static_cast<uint32_t>(channels);
    }
    return out;
}

} // namespace

Decoded decode_header(std::span<const std::byte> file) {
    return decode(file, [](const stbi_uc* bytes, int size, int* width, int* height, int* channels) {
        return stbi_info_from_memory(bytes, size, width, height, channels) != 0;
    });
}

Decoded decode_pixels(std::span<const std::byte> file) {
    std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(nullptr, stbi_image_free);
    Decoded out = decode(file, [&](const stbi_uc* bytes, int size, int* width, int* height, int* channels) {
        pixels.reset(stbi_load_from_memory(bytes, size, width, height, channels, 3));
        return pixels != nullptr;
    });
    if (pixels == nullptr) return out;
    const auto* first = reinterpret_cast<const std::byte*>(pixels.get());
    out.rgb.assign(first, first + size_t{out.width} * out.height * 3);
    return out;
}

} // namespace warpscope::input

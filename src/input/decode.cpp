#include "input/decode.hpp"

#include <climits>
#include <memory>

// Debian's stb crashes on some GIF files and trusts the size in a TGA header, so only these three are compiled in.
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

} // namespace

Decoded decode_header(std::span<const std::byte> file) {
    Decoded out;
    int width = 0, height = 0, channels = 0;
    if (file.size() > INT_MAX ||
        stbi_info_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()), &width,
                              &height, &channels) == 0) {
        out.problem = last_problem();
        return out;
    }
    out.width = static_cast<uint32_t>(width);
    out.height = static_cast<uint32_t>(height);
    out.channels = static_cast<uint32_t>(channels);
    return out;
}

Decoded decode_pixels(std::span<const std::byte> file) {
    Decoded out;
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()), &width,
                              &height, &channels, 3),
        stbi_image_free);
    if (pixels == nullptr) {
        out.problem = last_problem();
        return out;
    }
    out.width = static_cast<uint32_t>(width);
    out.height = static_cast<uint32_t>(height);
    out.channels = static_cast<uint32_t>(channels);
    const auto* first = reinterpret_cast<const std::byte*>(pixels.get());
    out.rgb.assign(first, first + size_t{out.width} * out.height * 3);
    return out;
}

} // namespace warpscope::input

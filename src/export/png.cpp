#include "export/png.hpp"

#include <fmt/format.h>
#include <limits>
#include <string>

#include "export/file.hpp"
#include "export/scene_file.hpp"
#include "input/png_text.hpp"
#include "language/tr.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace warpscope::exporting {

Result<std::string> png_bytes(uint32_t width, uint32_t height, uint32_t channels, const std::byte* rows) {
    // stb stores the size in an int, which must not overflow.
    const uint64_t bytes = (uint64_t{width} * channels + 1) * height;
    if (width == 0 || height == 0 || bytes > static_cast<uint64_t>(std::numeric_limits<int>::max()))
        return fail(ErrorKind::usage, msg("A PNG of {} x {} pixels cannot be written.", width, height));
    std::string encoded;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<size_t>(size));
    };
    if (stbi_write_png_to_func(append, &encoded, static_cast<int>(width), static_cast<int>(height),
                               static_cast<int>(channels), rows, static_cast<int>(width * channels)) == 0)
        return fail(ErrorKind::environment, msg("Not enough memory to encode the picture."));
    return encoded;
}

Result<void> save_png(const std::filesystem::path& path, uint32_t width, uint32_t height, uint32_t channels,
                      const std::byte* rows, std::string_view scene) {
    auto encoded = png_bytes(width, height, channels, rows);
    if (!encoded) return tl::unexpected(encoded.error());
    if (!scene.empty()) encoded = input::with_png_text(*encoded, png_keyword, scene);
    return write_file(path, *encoded);
}

} // namespace warpscope::exporting

#pragma once

#include <filesystem>
#include <string>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Fails for extensions that save_buffer() lacks.
[[nodiscard]] Result<void> check_ending(const std::filesystem::path& path);

/// Pixels that save_buffer() writes to a .png.
struct BufferPixels {
    uint32_t width = 0, height = 0, channels = 0;
    Bytes bytes;
};
[[nodiscard]] Result<BufferPixels> pixels_of(const HostBuffer& buffer);

/// Omits row padding. Formats:
/// .png  u8 with 1 or 3 channels unchanged; others scaled to black..white; planes from top to bottom
/// .csv  a line per row, channels separated by spaces, an empty line between planes
/// .bin  little-endian elements, row by row
[[nodiscard]] Result<void> save_buffer(const std::filesystem::path& path, const HostBuffer& buffer);

} // namespace warpscope::exporting

// Saves a buffer's contents in a format chosen by the file extension.
#pragma once

#include <filesystem>
#include <string>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Checks the extension early, before any work is done.
[[nodiscard]] Result<void> check_ending(const std::filesystem::path& path);

/// Formats by extension; all omit row padding:
/// .png  u8 with 1 or 3 channels unchanged; other types scaled to black..white; planes of a volume from top to bottom
/// .csv  one line per row, full precision, channels separated by spaces, an empty line between planes
/// .bin  raw little-endian elements, row by row
[[nodiscard]] Result<void> save_buffer(const std::filesystem::path& path, const HostBuffer& buffer);

} // namespace warpscope::exporting

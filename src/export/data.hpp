// A buffer's contents to a file, by the file's ending.
#pragma once

#include <filesystem>
#include <string>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Checks that save_buffer knows the ending, so that a wrong one is refused before the work is done.
[[nodiscard]] Result<void> check_ending(const std::filesystem::path& path);

/// .png: u8 with 1 or 3 channels as it is; other types scaled so that the smallest value is black and the largest white
///       (each plane of a volume below the last).
/// .csv: one line per row, values with all their digits, the channels of a cell separated by spaces, an empty line
///       between planes.
/// .bin: the raw little-endian elements, row by row.
/// Padding at the ends of rows is left out of all of them.
[[nodiscard]] Result<void> save_buffer(const std::filesystem::path& path, const HostBuffer& buffer);

} // namespace warpscope::exporting

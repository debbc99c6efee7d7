// Pictures to PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// A whole PNG file of `height` rows of `width` pixels, top row first, `channels` (1, 3 or 4) bytes each.
[[nodiscard]] Result<std::string> png_bytes(uint32_t width, uint32_t height, uint32_t channels, const std::byte* rows);

/// Writes that to a file, which appears complete or not at all; failures name the file and the reason. `scene`: the
/// text of a scene that it carries; may be empty.
[[nodiscard]] Result<void> save_png(const std::filesystem::path& path, uint32_t width, uint32_t height,
                                    uint32_t channels, const std::byte* rows, std::string_view scene = {});

} // namespace warpscope::exporting

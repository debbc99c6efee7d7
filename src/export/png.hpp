#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// `rows`: top row first. `channels`: 1, 3 or 4.
[[nodiscard]] Result<std::string> png_bytes(uint32_t width, uint32_t height, uint32_t channels, const std::byte* rows);

/// Writes atomically. Embeds `scene` unless empty.
[[nodiscard]] Result<void> save_png(const std::filesystem::path& path, uint32_t width, uint32_t height,
                                    uint32_t channels, const std::byte* rows, std::string_view scene = {});

} // namespace warpscope::exporting

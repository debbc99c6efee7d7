// Texts inside PNG files: iTXt chunks (PNG specification, 11.3.3.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Returns PNG's CRC-32 of a chunk's type and data.
[[nodiscard]] uint32_t png_crc(std::span<const std::byte> bytes);

/// Returns a complete PNG with `text` (UTF-8, below 2^31 bytes) in a new chunk.
[[nodiscard]] std::string with_png_text(std::string_view png, std::string_view keyword, std::string_view text);

/// Returns the text with the keyword; nullopt if there is none or `file` is not a PNG; an error if damaged.
[[nodiscard]] Result<std::optional<std::string>> find_png_text(std::string_view file, std::string_view keyword);

} // namespace warpscope::input

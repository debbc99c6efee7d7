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

/// CRC-32 as PNG uses it, of a chunk's type and data.
[[nodiscard]] uint32_t png_crc(std::span<const std::byte> bytes);

/// `png`, which is a complete file, with `text` (UTF-8, below 2^31 bytes) in a chunk of its own.
[[nodiscard]] std::string with_png_text(std::string_view png, std::string_view keyword, std::string_view text);

/// The text that with_png_text() has put there; nothing where there is none or `file` is no PNG. A damaged one is an
/// error.
[[nodiscard]] Result<std::optional<std::string>> find_png_text(std::string_view file, std::string_view keyword);

} // namespace warpscope::input

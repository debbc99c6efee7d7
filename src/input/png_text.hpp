// Texts in PNG files: iTXt chunks (PNG specification, 11.3.3.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::input {

[[nodiscard]] uint32_t png_crc(std::span<const std::byte> bytes);

/// Adds `text` (UTF-8, below 2^31 bytes).
[[nodiscard]] std::string with_png_text(std::string_view png, std::string_view keyword, std::string_view text);

/// Returns nullopt if the PNG lacks the text, or for other formats. Fails for a damaged text.
[[nodiscard]] Result<std::optional<std::string>> find_png_text(std::string_view file, std::string_view keyword);

} // namespace warpscope::input

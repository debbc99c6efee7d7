// Checks image files before decoding.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "input/input.hpp"

namespace warpscope::input {

inline constexpr uint64_t max_file_bytes = uint64_t{1} << 30;
/// A JPEG may have a preview and color profile before its size.
inline constexpr uint64_t probe_bytes = uint64_t{4} << 20;

/// Returns size and format from the first bytes, within limits; `file`: name for messages.
[[nodiscard]] Result<ImageInfo> probe_bytes_of(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// Returns the damage as the end of a sentence ("is cut off ..."), or an empty text. stb_image would silently fill
/// missing parts.
[[nodiscard]] std::string container_damage(std::span<const std::byte> bytes, std::string_view format);

} // namespace warpscope::input

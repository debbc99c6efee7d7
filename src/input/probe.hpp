// What an image file claims to be and whether its bytes hold together. Private to src/input.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "input/input.hpp"

namespace warpscope::input {

inline constexpr uint64_t max_file_bytes = uint64_t{1} << 30;
/// Bytes that probing reads: a JPEG may carry a preview and colour profile before its size.
inline constexpr uint64_t probe_bytes = uint64_t{4} << 20;

/// Size and format from the file's first bytes, within the limits; `file` is for messages.
[[nodiscard]] Result<ImageInfo> probe_bytes_of(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// What is missing or damaged in the whole file, as the end of a sentence ("is cut off ..."); empty when the
/// container is sound. stb_image would fill what is missing with grey or black without a word.
[[nodiscard]] std::string container_damage(std::span<const std::byte> bytes, std::string_view format);

} // namespace warpscope::input

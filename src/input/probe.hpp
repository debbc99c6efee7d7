// Checks image files before decoding.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "input/input.hpp"

namespace warpscope::input {

inline constexpr uint64_t max_file_bytes = uint64_t{1} << 30;
/// JPEG previews and color profiles may precede the size.
inline constexpr uint64_t probe_bytes = uint64_t{4} << 20;

/// Returns size and format after checking limits. `file` is for messages.
[[nodiscard]] Result<ImageInfo> probe_bytes_of(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// Describes missing or damaged parts of the whole file `name`; empty if the container is complete.
[[nodiscard]] Message container_damage(std::span<const std::byte> bytes, std::string_view format,
                                       const std::string& name);

} // namespace warpscope::input

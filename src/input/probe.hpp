#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "input/input.hpp"

namespace warpscope::input {

inline constexpr uint64_t max_file_bytes = uint64_t{1} << 30;
/// Prefix that contains an image's size. JPEG previews and color profiles can precede the size.
inline constexpr uint64_t probe_bytes = uint64_t{4} << 20;

[[nodiscard]] Result<ImageInfo> probe_bytes_of(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// Describes damage in a file; "" if there is none. `bytes`: the whole file.
[[nodiscard]] Message container_damage(std::span<const std::byte> bytes, std::string_view format,
                                       const std::string& name);

} // namespace warpscope::input

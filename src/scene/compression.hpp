#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::scene {

/// Compresses with Zstandard and a checksum. Returns "" if memory is insufficient.
[[nodiscard]] std::string compress(std::string_view text);
/// Returns nullopt for damaged data, and for text of more than `max` bytes.
[[nodiscard]] std::optional<std::string> decompress(std::string_view bytes, uint64_t max);

} // namespace warpscope::scene

// Reads files with clear error messages.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads at most `limit` bytes. Anything but a readable regular file is ErrorKind::environment.
[[nodiscard]] Result<Bytes> read_prefix(const std::filesystem::path& file, uint64_t limit);

/// Reads the whole file; fails if it exceeds `limit` bytes.
[[nodiscard]] Result<Bytes> read_whole(const std::filesystem::path& file, uint64_t limit);

} // namespace warpscope::input

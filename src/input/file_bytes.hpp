// Whole files as bytes, with messages that say why a file cannot be read.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads the first `limit` bytes, or all of a shorter file. Only regular files are read: a directory, a pipe or a
/// device is an environment error, as is a file that is missing or unreadable.
[[nodiscard]] Result<Bytes> read_prefix(const std::filesystem::path& file, uint64_t limit);

/// Reads the whole file; larger than `limit` bytes is an error.
[[nodiscard]] Result<Bytes> read_whole(const std::filesystem::path& file, uint64_t limit);

} // namespace warpscope::input

#pragma once

#include <cstdint>
#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads at most `limit` bytes of a regular file. Errors are ErrorKind::environment.
[[nodiscard]] Result<Bytes> read_prefix(const std::filesystem::path& file, uint64_t limit);

/// Fails for more than `limit` bytes.
[[nodiscard]] Result<Bytes> read_whole(const std::filesystem::path& file, uint64_t limit);

} // namespace warpscope::input

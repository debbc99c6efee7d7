#pragma once

#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads numbers separated by commas, semicolons or blanks from `.csv` files, raw little-endian elements from others.
/// Their number must match `layout`.
[[nodiscard]] Result<HostBuffer> load_values(const std::filesystem::path& file, const BufferLayout& layout);

} // namespace warpscope::input

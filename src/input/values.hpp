#pragma once

#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads decimal numbers of a `.csv` file, separated by commas or blanks, or raw little-endian elements. Their number
/// must match.
[[nodiscard]] Result<HostBuffer> load_values(const std::filesystem::path& file, const BufferLayout& layout);

} // namespace warpscope::input

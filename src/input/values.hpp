// Reads buffer contents from raw and text files.
#pragma once

#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads decimal numbers of a `.csv` file, separated by commas or blanks, or raw little-endian elements. The count must
/// match.
[[nodiscard]] Result<HostBuffer> load_values(const std::filesystem::path& file, const BufferLayout& layout);

} // namespace warpscope::input

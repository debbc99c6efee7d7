// Reads buffer contents from raw and text files.
#pragma once

#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads a `.csv` file as decimal numbers separated by commas, blanks or line ends, and others as raw little-endian
/// elements. The count must match.
[[nodiscard]] Result<HostBuffer> load_values(const std::filesystem::path& file, const BufferLayout& layout);

} // namespace warpscope::input

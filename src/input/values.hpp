#pragma once

#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// A `.csv` file contains decimal numbers separated by commas or blanks, any other file raw little-endian elements.
/// Their number must match `layout`.
[[nodiscard]] Result<HostBuffer> load_values(const std::filesystem::path& file, const BufferLayout& layout);

} // namespace warpscope::input

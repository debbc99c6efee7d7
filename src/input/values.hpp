// Buffer contents from files that are not images: raw elements, numbers as text, text as bytes.
#pragma once

#include <filesystem>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::input {

/// Reads the elements of a buffer of shape `layout` from a file, by its ending: `.csv` holds decimal numbers with
/// commas, blanks or line ends between them; any other file (`.bin`, `.txt`) holds the raw little-endian elements.
/// Too few or too many elements, or something that is no number, is an error that names the file.
[[nodiscard]] Result<HostBuffer> load_values(const std::filesystem::path& file, const BufferLayout& layout);

} // namespace warpscope::input

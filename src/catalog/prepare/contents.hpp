// What a buffer holds before the first launch: a number in every element, a pattern, or a file.
#pragma once

#include <memory>
#include <string>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::catalog {

/// Returns whether `contents` may hold something else the next time, unlike numbers and patterns.
[[nodiscard]] bool names_file(const std::string& contents);
/// In the shape of `layout`. A pattern or file of another shape is an error, as is a file that cannot be read.
[[nodiscard]] Result<std::shared_ptr<const Bytes>> make_contents(const std::string& contents,
                                                                 const BufferLayout& layout);

} // namespace warpscope::catalog

#pragma once

#include <memory>
#include <string>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"

namespace warpscope::catalog {

[[nodiscard]] bool names_file(const std::string& contents);
/// Makes contents from a number, a pattern, or a file of the buffer's shape.
[[nodiscard]] Result<std::shared_ptr<const Bytes>> make_contents(const std::string& contents,
                                                                 const BufferLayout& layout);

} // namespace warpscope::catalog

#pragma once

#include <string>

#include "base/buffer.hpp"

namespace warpscope::insight {

/// Returns "M[10][4]", "x[17]" or "v[3][10][4]".
[[nodiscard]] std::string cell_name(const BufferLayout& layout, uint64_t cell);
/// Returns "184, 96, 105". The buffer must have contents.
[[nodiscard]] std::string cell_text(const HostBuffer& buffer, uint64_t cell);

} // namespace warpscope::insight

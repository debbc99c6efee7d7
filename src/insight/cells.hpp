#pragma once

#include <string>

#include "base/cell.hpp"

namespace warpscope::insight {

/// Returns "184, 96, 105". The buffer must have contents.
[[nodiscard]] std::string cell_text(const HostBuffer& buffer, uint64_t cell);

} // namespace warpscope::insight

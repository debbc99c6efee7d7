#pragma once

#include <string_view>

#include "ptx/debug/variables.hpp"

namespace warpscope::session {

/// Adds a C++ or CUDA type to `info`, for builds without debug information. Returns 0 for unknown names.
[[nodiscard]] uint32_t type_named(ptx::debug::DebugInfo& info, std::string_view name);

} // namespace warpscope::session

// Resolves types in sources, for builds without debug information on shared memory.
#pragma once

#include <string_view>

#include "ptx/debug/variables.hpp"

namespace warpscope::session {

/// Adds known C++ and CUDA types to `info`. Returns 0 for unknown ones.
[[nodiscard]] uint32_t type_named(ptx::debug::DebugInfo& info, std::string_view name);

} // namespace warpscope::session

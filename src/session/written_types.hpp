// Resolves type names of source texts for builds without debug information on shared memory.
#pragma once

#include <string_view>

#include "ptx/debug/variables.hpp"

namespace warpscope::session {

/// Returns the index of a type in `info`; adds known C++ and CUDA types. 0 for others.
[[nodiscard]] uint32_t type_named(ptx::debug::DebugInfo& info, std::string_view name);

} // namespace warpscope::session

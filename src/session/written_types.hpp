// Types that a source text names, for builds whose debug information does not tell of what is in shared memory.
#pragma once

#include <string_view>

#include "ptx/debug/variables.hpp"

namespace warpscope::session {

/// The number of a type among those of a build: one that it has, or one of C++ or CUDA, which is added then; 0 of
/// others.
[[nodiscard]] uint32_t type_named(ptx::debug::DebugInfo& info, std::string_view name);

} // namespace warpscope::session

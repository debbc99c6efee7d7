// Finds the PTX function of a kernel's alloca; see warpscope/language/alloca.h.
#pragma once

#include <string_view>

namespace warpscope::compile {

/// Returns whether alloca's memory has the wrong lifetime, because its caller was inlined or alloca was not. Call it
/// after with_header_lines_at_calls().
[[nodiscard]] bool alloca_left_its_function(std::string_view ptx);

} // namespace warpscope::compile

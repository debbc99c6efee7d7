#pragma once

#include <string_view>

namespace warpscope::compile {

/// Returns whether alloca's memory has the wrong lifetime, because alloca's caller was inlined or alloca was not. Needs
/// PTX from with_header_lines_at_calls().
[[nodiscard]] bool alloca_left_its_function(std::string_view ptx);

} // namespace warpscope::compile

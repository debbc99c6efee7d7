// Where alloca of a kernel has come to stand: see warpscope/language/alloca.h. Private to src/compile.
#pragma once

#include <string_view>

namespace warpscope::compile {

/// Returns whether a function that calls alloca was inlined, or alloca itself was not: memory is given back when the
/// PTX function returns that has the instruction. `ptx`: of NVRTC, after with_header_lines_at_calls().
[[nodiscard]] bool alloca_left_its_function(std::string_view ptx);

} // namespace warpscope::compile

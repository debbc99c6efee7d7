// Lines of headers in compiled PTX. Private to src/compile.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace warpscope::compile {

/// NVRTC says of what it inlined where it is written. What was written in a header that is not the user's (`is_header`
/// of its path) is put down to the place that called it, so that costs and findings are on the lines that are shown;
/// for clang the prelude's functions have no places in the first place. What is called and not inlined keeps its lines,
/// as does PTX that was compiled elsewhere: simt/user_source, which has only the paths to go by, sees to findings
/// there. Where the header holds the inner workings of groups of threads (CUDA's cooperative_groups.h and
/// cooperative_groups/details), the
/// column is 0.
[[nodiscard]] std::string with_header_lines_at_calls(std::string_view ptx,
                                                     const std::function<bool(std::string_view path)>& is_header);

} // namespace warpscope::compile

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace warpscope::compile {

/// Attributes inlined header code to the calling line, so that costs and findings are on lines that are shown.
/// Functions that were not inlined keep their lines; simt/user_source handles those. Group functions get column 0.
/// Needed for NVRTC only: clang records no lines for the prelude.
[[nodiscard]] std::string with_header_lines_at_calls(std::string_view ptx,
                                                     const std::function<bool(std::string_view path)>& is_header);

} // namespace warpscope::compile

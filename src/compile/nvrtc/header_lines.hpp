#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace warpscope::compile {

/// Gives inlined header code the line of its call. simt::user_source() handles functions that were not inlined.
/// Functions of cooperative groups get column 0, so that races in them are not reported.
[[nodiscard]] std::string with_header_lines_at_calls(std::string_view ptx,
                                                     const std::function<bool(std::string_view path)>& is_header);

} // namespace warpscope::compile

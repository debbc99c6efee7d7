#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/output/compiler_log.hpp"

namespace warpscope::compile {

/// Gives traps source lines. NVRTC replaces stores to __constant__ memory with traps without lines, but names the
/// stores in `log`. A trap gets the line of one store. A pragma explains the trap and lists the other
/// stores.
[[nodiscard]] std::string with_lines_of_traps(std::string ptx, const std::vector<LogEntry>& log,
                                              const std::function<bool(std::string_view)>& is_header);

} // namespace warpscope::compile

// Lines for the traps that NVRTC puts in place of stores to __constant__ memory. Private to src/compile.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/output/compiler_log.hpp"

namespace warpscope::compile {

/// A store to __constant__ memory through a pointer has no defined result. NVRTC warns of its line and makes a trap of
/// it, which has none. Gives each such trap a line that `log` warns of, and says by a pragma what stands there and
/// which further lines it may be: `.pragma "instead of a store to __constant__ memory"`. Where the store is in a header
/// for which `is_header` holds, the line before it stays.
[[nodiscard]] std::string with_lines_of_traps(std::string ptx, const std::vector<LogEntry>& log,
                                              const std::function<bool(std::string_view)>& is_header);

} // namespace warpscope::compile

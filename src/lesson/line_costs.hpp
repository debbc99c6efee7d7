// What single lines of a kernel cost, by name.
#pragma once

#include "session/session.hpp"

namespace warpscope::lesson {

/// Of the shown launch, 0 for a line that was not executed; the error names the costs there are.
[[nodiscard]] Result<double> cost_of_line(const session::RunResult& run, uint32_t line, std::string_view cost);
/// The largest over all lines.
[[nodiscard]] Result<double> largest_cost(const session::RunResult& run, std::string_view cost);
[[nodiscard]] bool is_cost(std::string_view name);

} // namespace warpscope::lesson

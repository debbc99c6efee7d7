#pragma once

#include "session/session.hpp"

namespace warpscope::lesson {

/// Returns 0 if no thread executed the line. Errors list the valid costs.
[[nodiscard]] Result<double> cost_of_line(const session::RunResult& run, uint32_t line, std::string_view cost);
[[nodiscard]] Result<double> largest_cost(const session::RunResult& run, std::string_view cost);
[[nodiscard]] bool is_cost(std::string_view name);

} // namespace warpscope::lesson

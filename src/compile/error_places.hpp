#pragma once

#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

/// Splits a failure's log into one error per source line. If the log has no errors, returns the failure without its
/// log.
[[nodiscard]] std::vector<Diagnostic> errors_of(const Diagnostic& failure);

} // namespace warpscope::compile

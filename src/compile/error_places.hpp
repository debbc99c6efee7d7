// Splits a compiler log into errors with their lines.
#pragma once

#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

/// Returns the errors of the log in `failure.message`, one per source line; without a log, `failure` itself.
[[nodiscard]] std::vector<Diagnostic> errors_of(const Diagnostic& failure);

} // namespace warpscope::compile

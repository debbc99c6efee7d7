// Splits a compiler log into errors with their lines.
#pragma once

#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

/// Returns one error per source line, or `failure` itself without a log.
[[nodiscard]] std::vector<Diagnostic> errors_of(const Diagnostic& failure);

} // namespace warpscope::compile

#pragma once

#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

/// Splits a log into one error per source line. Returns `failure` itself if it has no log.
[[nodiscard]] std::vector<Diagnostic> errors_of(const Diagnostic& failure);

} // namespace warpscope::compile

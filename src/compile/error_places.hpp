// All errors of a text that does not compile, each at its line.
#pragma once

#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

/// The errors that the log in `failure.message` has, in its order, for each line its first; `failure` itself, without
/// the log, where there is no log.
[[nodiscard]] std::vector<Diagnostic> errors_of(const Diagnostic& failure);

} // namespace warpscope::compile

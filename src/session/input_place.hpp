#pragma once

#include "session/session.hpp"

namespace warpscope::session {

/// Returns whether blocks read input cells other than they write, by rerunning one block. Returns false unchecked for
/// declared neighborhoods, different shapes or long blocks.
[[nodiscard]] bool reads_input_apart(const RunResult& result, const std::atomic<bool>* cancel);

} // namespace warpscope::session

#pragma once

#include "session/session.hpp"

namespace warpscope::session {

/// Reruns one block. Returns whether it mostly reads other input cells than it writes. Returns false unchecked for
/// declared neighborhoods, different shapes or long blocks.
[[nodiscard]] bool reads_input_apart(const RunResult& result, const std::atomic<bool>* cancel);

} // namespace warpscope::session

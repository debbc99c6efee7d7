#pragma once

#include "session/session.hpp"

namespace warpscope::session {

/// Reruns one block. Returns whether it mostly reads input cells at other positions than its output cells, as a
/// transposition does. Returns false without a rerun for declared neighborhoods, different shapes or long blocks.
[[nodiscard]] bool reads_input_apart(const RunResult& result, const std::atomic<bool>* cancel);

} // namespace warpscope::session

// Detects blocks that read the input elsewhere than they write the output.
#pragma once

#include "session/session.hpp"

namespace warpscope::session {

/// Reruns one block. False without a check if a neighborhood is declared, the shapes differ, or blocks are long.
[[nodiscard]] bool reads_input_apart(const RunResult& result, const std::atomic<bool>* cancel);

} // namespace warpscope::session

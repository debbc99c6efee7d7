// Whether the blocks of a launch read the input at the places that they own of the output.
#pragma once

#include "session/session.hpp"

namespace warpscope::session {

/// Returns RunResult::input_apart, by running one block of the shown launch once more. Nothing is looked for where a
/// neighbourhood is declared, where the input has another shape than the output, and where blocks are long.
[[nodiscard]] bool reads_input_apart(const RunResult& result, const std::atomic<bool>* cancel);

} // namespace warpscope::session

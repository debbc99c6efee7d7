#pragma once

#include "replay/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct SteppedBuild {
    std::shared_ptr<const replay::SteppedProgram> stepped;
    bool as_written = false; // unoptimized, with source variables
    Message name;            // "clang 14.0.6, as written"
    Message note;            // why it is optimized although `as_written` was requested
};

/// Builds a run's kernel for stepping: unoptimized if `as_written` and possible. Call it on a worker.
[[nodiscard]] Result<SteppedBuild> stepped_build(const RunResult& result, bool as_written);

struct OwnerThread {
    uint64_t block = 0;
    uint32_t warp = 0, lane = 0;
};
[[nodiscard]] std::optional<OwnerThread> owner_of_output(const RunResult& result, uint64_t cell);

} // namespace warpscope::session

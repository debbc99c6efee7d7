// A recorded block of a run, with the source lines of its steps.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "metrics/results.hpp"
#include "replay/arrays.hpp"
#include "replay/history.hpp"
#include "scene/moment.hpp"
#include "session/stepped.hpp"

namespace warpscope::insight {

struct RecordedBlock {
    std::shared_ptr<const session::RunResult> run;
    session::SteppedBuild build;
    std::shared_ptr<const replay::Recording> recording;
    std::shared_ptr<const replay::History> history;
    std::vector<replay::SharedArray> arrays;
    std::vector<uint32_t> racing; // steps with an access of a race; see racing_steps()

    /// Returns the source line of a step; 0: another file than the kernel's own.
    [[nodiscard]] uint32_t line_of(uint32_t step) const;
    /// Returns line_of() of the innermost frame in the kernel's own file.
    [[nodiscard]] uint32_t line_or_call(uint32_t step) const;
    /// Returns the steps in which a thread of the launch executes a line; none for a thread of another block.
    [[nodiscard]] std::vector<uint32_t> steps_on_line(metrics::ThreadId thread, uint32_t line) const;
    /// Returns the number of steps in a moment's scope.
    [[nodiscard]] uint64_t length(const scene::Moment& moment) const;
    /// Returns the number of records before a moment of this block.
    [[nodiscard]] uint64_t record_at(const scene::Moment& moment) const;
    /// Returns the number of the block's steps before a moment, including a step in progress.
    [[nodiscard]] uint64_t steps_at(const scene::Moment& moment) const;
    /// Returns the last step before a moment: the warp's in warp scope, else the block's.
    [[nodiscard]] std::optional<uint32_t> last_step(const scene::Moment& moment) const;
    [[nodiscard]] uint32_t barriers_passed(const scene::Moment& moment) const;
    [[nodiscard]] uint32_t intervals() const { return static_cast<uint32_t>(history->intervals().size() + 1); }
    /// Returns the step of the moment's scope that ends an interval.
    [[nodiscard]] uint64_t end_of_interval(const scene::Moment& moment, uint32_t interval) const;
};

/// Finds the steps of the block that make an access of a race. A recording does not mark them, because races need the
/// accesses of all blocks. Slow: visits all steps of the warps concerned.
[[nodiscard]] std::vector<uint32_t> racing_steps(const RecordedBlock& block);

} // namespace warpscope::insight

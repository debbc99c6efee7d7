// A recorded block of a run, with the lines of the kernel's text that its steps belong to.
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

    /// Returns the line of the kernel's own file that a step belongs to; 0: another file.
    [[nodiscard]] uint32_t line_of(uint32_t step) const;
    /// Returns line_of() of the innermost frame that is in the kernel's own file.
    [[nodiscard]] uint32_t line_or_call(uint32_t step) const;
    /// Returns the steps in which a thread of the launch executes a line; none for a thread of another block.
    [[nodiscard]] std::vector<uint32_t> steps_on_line(metrics::ThreadId thread, uint32_t line) const;
    /// Returns the number of steps in a moment's scope.
    [[nodiscard]] uint64_t length(const scene::Moment& moment) const;
    /// Returns the number of records before a moment of this block.
    [[nodiscard]] uint64_t record_at(const scene::Moment& moment) const;
    /// Returns the number of the block's steps before a moment, including one that has begun.
    [[nodiscard]] uint64_t steps_at(const scene::Moment& moment) const;
    /// Returns the last step before a moment: the warp's in warp scope, else the block's.
    [[nodiscard]] std::optional<uint32_t> last_step(const scene::Moment& moment) const;
    /// Returns the number of barriers that the block has passed at a moment.
    [[nodiscard]] uint32_t barriers_passed(const scene::Moment& moment) const;
    /// Returns the number of intervals between barriers.
    [[nodiscard]] uint32_t intervals() const { return static_cast<uint32_t>(history->intervals().size() + 1); }
    /// Returns the step of the moment's scope with which an interval ends.
    [[nodiscard]] uint64_t end_of_interval(const scene::Moment& moment, uint32_t interval) const;
};

/// Finds the steps in which threads of the block do an access of a race of the launch. A recording has no marks for
/// them, because races need the accesses of all blocks. Slow: visits all steps of the warps concerned.
[[nodiscard]] std::vector<uint32_t> racing_steps(const RecordedBlock& block);

} // namespace warpscope::insight

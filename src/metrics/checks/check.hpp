// Interface of a check: a plug-in of the measurement that looks for one kind of mistake in the launches of a plan.
//
// A check consists of what it knows of the program beforehand (Check), what it observes while a launch is measured,
// what it concludes from that, and what it runs again to be certain (LaunchCheck). Checks are listed in
// metrics/run/check_registry.cpp; nothing else of the measurement knows any of them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "metrics/cells/written_bytes.hpp"
#include "metrics/measure.hpp"
#include "simt/events.hpp"
#include "simt/executor.hpp"

namespace warpscope::metrics {

struct CheckFindings {
    std::vector<simt::Finding> findings;
    uint64_t count = 0; // as often as they occurred
};

/// A launch that has been measured, as checks see it.
class CheckedLaunch {
public:
    virtual ~CheckedLaunch() = default;
    [[nodiscard]] virtual const simt::LaunchContext& context() const = 0; // for one worker
    /// Of the measured run, without its findings.
    [[nodiscard]] virtual const simt::LaunchOutcome& outcome() const = 0;
    /// Returns true if two threads may have touched the same global memory, one of them writing and not both by
    /// atomics. Only while LaunchCheck::take_findings() is called, and where maps are measured.
    [[nodiscard]] virtual bool global_is_shared() = 0;
    /// By allocation, 1 for those that the measured run has only loaded. Not while take_findings() is called.
    [[nodiscard]] virtual std::vector<uint8_t> only_loaded() const = 0;
    [[nodiscard]] virtual bool cancelled() const = 0;

    /// Returns a device with the memory that the launch started from.
    [[nodiscard]] virtual Result<simt::Device> device_before() const = 0;
    /// Returns the measured run's options for another one: on one worker, without progress and output.
    [[nodiscard]] virtual simt::LaunchOptions options() const = 0;
    /// Runs the launch again.
    [[nodiscard]] virtual Result<simt::LaunchOutcome>
    run(simt::Device& device, std::span<simt::Observer* const> observers, const simt::LaunchOptions& options) = 0;
    /// Counts a further run towards what such runs may cost.
    virtual void spend(uint64_t warp_instructions) = 0;
    /// Returns true if runs of all launches have cost as much as they may: about a second, or twice what was measured.
    /// Counted in instructions and bytes, so that it is the same every time.
    [[nodiscard]] virtual bool exhausted() const = 0;
    virtual void add(CheckFindings more) = 0;
    /// Returns true if anything was found in the launch so far.
    [[nodiscard]] virtual bool has_findings() const = 0;
};

/// Base of what observes a launch by direct calls from the counters, sharing their work on addresses: see
/// metrics/run/inline_checks.hpp.
class InlineCheck {
public:
    virtual ~InlineCheck() = default;

protected:
    InlineCheck() = default;
    InlineCheck(const InlineCheck&) = default;
    InlineCheck(InlineCheck&&) = default;
    InlineCheck& operator=(const InlineCheck&) = default;
    InlineCheck& operator=(InlineCheck&&) = default;
};

/// What a check does with one launch.
class LaunchCheck {
public:
    virtual ~LaunchCheck() = default;
    /// Returns an observer of the measured run; nullptr: none. Its workers' instances are merged into it.
    [[nodiscard]] virtual simt::Observer* observer() { return nullptr; }
    /// The same of one that the counters call directly.
    [[nodiscard]] virtual InlineCheck* inline_check() { return nullptr; }
    /// After the measured run: takes what it has shown.
    [[nodiscard]] virtual CheckFindings take_findings(CheckedLaunch&) { return {}; }
    /// Thereafter: runs the launch again, if the check needs that, and adds what comes of it. Not of a launch that was
    /// cancelled or refused.
    [[nodiscard]] virtual tl::expected<void, Diagnostic> look_again(CheckedLaunch&) { return {}; }
};

struct CheckedPlan {
    std::shared_ptr<const simt::Program> program;
    const MeasureOptions& options;
    const ExecutionPlan* plan = nullptr; // outlives the check; none for a launch whose plan is not known beforehand
};

/// What a check knows of a plan's program. One for all launches.
class Check {
public:
    virtual ~Check() = default;
    /// Returns true if begin() needs to know which bytes of global memory have been written.
    [[nodiscard]] virtual bool needs_written_bytes() const { return false; }
    /// Before a launch is measured. Returns nullptr where the check has nothing to do with it.
    [[nodiscard]] virtual std::unique_ptr<LaunchCheck> begin(const simt::LaunchContext& launch,
                                                             const std::shared_ptr<WrittenBytes>& written) = 0;
};

using CheckList = std::vector<std::unique_ptr<Check>>;

} // namespace warpscope::metrics

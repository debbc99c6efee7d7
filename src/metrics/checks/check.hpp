// A Check applies to a program, a LaunchCheck to one launch. metrics/run/check_registry.cpp lists all checks.
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
    uint64_t count = 0;
};

class CheckedLaunch {
public:
    virtual ~CheckedLaunch() = default;
    /// Returns the context of reruns, which use one worker.
    [[nodiscard]] virtual const simt::LaunchContext& context() const = 0;
    /// Returns the measured run's outcome, without findings.
    [[nodiscard]] virtual const simt::LaunchOutcome& outcome() const = 0;
    /// Returns whether two threads may have accessed the same global memory. Ignores pairs of loads and pairs of
    /// atomics. Requires MeasureOptions::maps. Valid only in take_findings().
    [[nodiscard]] virtual bool global_is_shared() = 0;
    /// Returns 1 for each allocation that the launch only loaded from. Not valid in take_findings().
    [[nodiscard]] virtual std::vector<uint8_t> only_loaded() const = 0;
    [[nodiscard]] virtual bool canceled() const = 0;

    [[nodiscard]] virtual Result<simt::Device> device_before() const = 0;
    /// Returns options for a rerun: one worker, no progress, no output.
    [[nodiscard]] virtual simt::LaunchOptions options() const = 0;
    [[nodiscard]] virtual Result<simt::LaunchOutcome>
    run(simt::Device& device, std::span<simt::Observer* const> observers, const simt::LaunchOptions& options) = 0;
    virtual void spend(uint64_t warp_instructions) = 0;
    /// Returns whether reruns have cost more than about a second, and more than twice the measurement. Deterministic,
    /// because it counts instructions and bytes.
    [[nodiscard]] virtual bool exhausted() const = 0;
    virtual void add(CheckFindings more) = 0;
    [[nodiscard]] virtual bool has_findings() const = 0;
};

/// A check that LaunchObserver calls directly (run/inline_checks.hpp).
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

class LaunchCheck {
public:
    virtual ~LaunchCheck() = default;
    [[nodiscard]] virtual simt::Observer* observer() { return nullptr; }
    [[nodiscard]] virtual InlineCheck* inline_check() { return nullptr; }
    [[nodiscard]] virtual CheckFindings take_findings(CheckedLaunch&) { return {}; }
    /// Called last; may rerun the launch. Skipped for canceled and refused launches.
    [[nodiscard]] virtual tl::expected<void, Diagnostic> recheck(CheckedLaunch&) { return {}; }
};

struct CheckedPlan {
    std::shared_ptr<const simt::Program> program;
    const MeasureOptions& options;
    const ExecutionPlan* plan = nullptr; // outlives the check; null for live launches
};

class Check {
public:
    virtual ~Check() = default;
    [[nodiscard]] virtual bool needs_written_bytes() const { return false; }
    /// Returns nullptr if the check does not apply.
    [[nodiscard]] virtual std::unique_ptr<LaunchCheck> begin(const simt::LaunchContext& launch,
                                                             const std::shared_ptr<WrittenBytes>& written) = 0;
};

using CheckList = std::vector<std::unique_ptr<Check>>;

} // namespace warpscope::metrics

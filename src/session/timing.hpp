// Times of a run's kernels on the GPU: once with what limits them, and for many block sizes.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpu/executor.hpp"
#include "gpu/occupancy.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct GpuTiming {
    std::string device;
    std::vector<double> times_ms; // all launches together, in order of running
    double median_ms = 0, least_ms = 0, most_ms = 0;
    gpu::KernelAttributes kernel;  // of the last launch
    gpu::Occupancy occupancy;      // of the last launch
    uint64_t bytes = 0;            // of the buffers that the launches read or write, each once
    uint64_t float_operations = 0; // as the emulator counted them, all launches
    /// Integer arithmetic, logic and shifts, addresses included, a multiply-add counting two; as the emulator counted
    /// them. None where there are several launches: it counts single instructions of the last only.
    std::optional<uint64_t> integer_operations;
    size_t kept_apart = 0; // products and sums of the PTX that the driver was kept from fusing

    [[nodiscard]] double bytes_per_second() const { return static_cast<double>(bytes) / (median_ms / 1e3); }
    [[nodiscard]] double operations_per_second() const {
        return static_cast<double>(float_operations) / (median_ms / 1e3);
    }
    [[nodiscard]] double integer_operations_per_second() const {
        return static_cast<double>(integer_operations.value_or(0)) / (median_ms / 1e3);
    }
};

/// Runs the plan of `result` `repeats` times on the GPU (at least once; the first run is not counted when there are
/// more).
[[nodiscard]] Result<GpuTiming> time_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats);

struct SweepPoint {
    Dim3 block;
    double median_ms = 0;
    uint32_t runs = 0;     // that the median is of
    bool hopeless = false; // stopped early: it takes more than hopeless_factor times as long as the best before it
    std::string why_not;   // not empty: cannot be launched
};

/// A block size so much slower than the best so far is not timed any longer: after its first run that counts.
constexpr double hopeless_factor = 3;

/// The block sizes that a sweep tries: x and y with up to `dimensions` of them free, at most 1024 threads in all. Those
/// that are mostly fast come first, so that the others are soon known to be hopeless: around 256 threads, wide ones.
[[nodiscard]] std::vector<Dim3> sweep_blocks(uint32_t dimensions);

/// Times the run's variant with every block of sweep_blocks, in that order, `repeats` times each. `progress` is told of
/// each. Ends early when `cancel` becomes true. ErrorKind::usage when the experiment fixes its block itself.
[[nodiscard]] Result<std::vector<SweepPoint>> sweep_on_gpu(gpu::Executor& executor, const RunResult& result,
                                                           uint32_t repeats, const std::atomic<bool>* cancel = nullptr,
                                                           const std::function<void(const SweepPoint&)>& progress = {});

} // namespace warpscope::session

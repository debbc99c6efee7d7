// Times a run's kernels on the GPU, with their limits, or for many block sizes.
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
    std::vector<double> times_ms; // all launches together, in order
    double median_ms = 0, least_ms = 0, most_ms = 0;
    gpu::KernelAttributes kernel;  // last launch
    gpu::Occupancy occupancy;      // last launch
    uint64_t bytes = 0;            // buffers read or written, each counted once
    uint64_t float_operations = 0; // counted by the emulator, all launches
    /// Integer operations counted by the emulator, including addresses; a multiply-add counts two. Nullopt for several
    /// launches.
    std::optional<uint64_t> integer_operations;
    size_t kept_apart = 0; // contractions that the driver was kept from making

    [[nodiscard]] double bytes_per_second() const { return static_cast<double>(bytes) / (median_ms / 1e3); }
    [[nodiscard]] double operations_per_second() const {
        return static_cast<double>(float_operations) / (median_ms / 1e3);
    }
    [[nodiscard]] double integer_operations_per_second() const {
        return static_cast<double>(integer_operations.value_or(0)) / (median_ms / 1e3);
    }
};

/// Runs the plan `repeats` times. The first run does not count if there are more.
[[nodiscard]] Result<GpuTiming> time_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats);

struct SweepPoint {
    Dim3 block;
    double median_ms = 0;
    uint32_t runs = 0;     // number of timed runs
    bool hopeless = false; // canceled: over hopeless_factor times the best time so far
    std::string why_not;   // reason if it cannot be launched
};

/// Slower block sizes are timed only once.
constexpr double hopeless_factor = 3;

/// Returns block sizes with at most 1024 threads in 1 or 2 `dimensions`. Usually fast ones (wide, about 256 threads)
/// come first, so that others are soon hopeless.
[[nodiscard]] std::vector<Dim3> sweep_blocks(uint32_t dimensions);

/// Times the variant with every block of sweep_blocks(), in order. ErrorKind::usage if the experiment fixes its block.
/// `cancel` ends it early.
[[nodiscard]] Result<std::vector<SweepPoint>> sweep_on_gpu(gpu::Executor& executor, const RunResult& result,
                                                           uint32_t repeats, const std::atomic<bool>* cancel = nullptr,
                                                           const std::function<void(const SweepPoint&)>& progress = {});

} // namespace warpscope::session

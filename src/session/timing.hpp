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
    std::vector<double> times_ms; // one per repetition of all launches
    double median_ms = 0, min_ms = 0, max_ms = 0;
    gpu::KernelAttributes kernel;
    gpu::Occupancy occupancy;
    uint64_t bytes = 0;            // bytes of buffers that are read or written, each counted once
    uint64_t float_operations = 0; // counted by the emulator
    /// Includes address computations; a multiply-add counts twice. Nullopt for several launches.
    std::optional<uint64_t> integer_operations;
    size_t kept_apart = 0; // multiply-adds that the driver's compiler must not contract

    [[nodiscard]] double bytes_per_second() const { return static_cast<double>(bytes) / (median_ms / 1e3); }
    [[nodiscard]] double operations_per_second() const {
        return static_cast<double>(float_operations) / (median_ms / 1e3);
    }
    [[nodiscard]] double integer_operations_per_second() const {
        return static_cast<double>(integer_operations.value_or(0)) / (median_ms / 1e3);
    }
};

/// Makes a warm-up run and `repeats` timed runs.
[[nodiscard]] Result<GpuTiming> time_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats);

struct SweepPoint {
    Dim3 block;
    double median_ms = 0;
    uint32_t runs = 0;
    bool hopeless = false; // exceeds hopeless_factor
    Message launch_error;  // why it cannot be launched, or ""
};

/// A block size this many times slower than the best is run only once.
constexpr double hopeless_factor = 3;

/// Returns block sizes of up to 1024 threads, usually fast ones first, to expose hopeless sizes early.
[[nodiscard]] std::vector<Dim3> sweep_blocks(uint32_t dimensions);

/// Times sweep_blocks(). Fails with ErrorKind::usage if the experiment fixes its block.
[[nodiscard]] Result<std::vector<SweepPoint>> sweep_on_gpu(gpu::Executor& executor, const RunResult& result,
                                                           uint32_t repeats, const std::atomic<bool>* cancel = nullptr,
                                                           const std::function<void(const SweepPoint&)>& progress = {});

} // namespace warpscope::session

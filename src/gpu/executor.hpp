// Runs plans on the GPU, like metrics::measure on the emulator. Thread-safe; one run at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/device.hpp"

namespace warpscope::gpu {

struct RunOptions {
    /// Number of timed runs, each with the same initial buffers. The first run provides the result.
    uint32_t repeats = 1;
    /// Buffers that are not copied back
    std::vector<uint32_t> unread = {};
    /// True for untrusted kernels, which run in a child process
    bool guarded = false;
    double time_limit = 10; // per repetition, in seconds
    /// Called with true before and false after the launches.
    std::function<void(bool)> running = nullptr;
};

struct GpuRun {
    std::vector<HostBuffer> buffers;
    double kernel_ms = 0; // median of times_ms
    std::vector<double> times_ms;
    double compile_ms = 0;  // 0 if cached
    double transfer_ms = 0; // host time of copies
    KernelAttributes kernel;
    int blocks_per_multiprocessor = 0; // occupancy of the last launch
    std::string device;
    Message note; // PTX changes for the driver; may be empty
};

class Guard;

class Executor {
public:
    /// `guard` must outlive the executor; null runs untrusted kernels in this process.
    explicit Executor(Runtime& runtime, DeviceStatus status, Guard* guard = nullptr);
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    [[nodiscard]] Result<void> prepare();
    /// Reports the GPU as unusable after a sticky error.
    [[nodiscard]] DeviceStatus status() const;
    void use(DeviceStatus status);

    /// Runs the launches in order and waits. ErrorKind::environment: no GPU or resources. ErrorKind::failed: invalid
    /// PTX or arguments, or a fault. After a fault without a guard, all later runs fail.
    [[nodiscard]] Result<GpuRun> run(const std::string& ptx, const ExecutionPlan& plan, const RunOptions& options = {});

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Uses WARPSCOPE_GPU or the first usable GPU. The first call may be slow.
[[nodiscard]] Executor& executor();

} // namespace warpscope::gpu

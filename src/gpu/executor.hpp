// Runs an execution plan on the GPU and brings the buffers back: the GPU's counterpart of metrics::measure.
//
// Calls may come from any thread; they run one after the other. Everything answers with an explanation where there is
// no GPU.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/device.hpp"

namespace warpscope::gpu {

struct RunOptions {
    /// How often the launches are timed. The first run makes the result; every further one starts from the same
    /// buffers.
    uint32_t repeats = 1;
    /// Plan buffers that are not wanted back: large ones that only kernels read. Their HostBuffer has no bytes.
    std::vector<uint32_t> unread = {};
    /// The kernels are not known to be sound: they run in a child process where the executor has a guard.
    bool guarded = false;
    double time_limit = 10; // seconds for each run of all launches, where they are guarded
    /// Told before the launches of each run are queued, and after they have ended.
    std::function<void(bool)> running = nullptr;
};

struct GpuRun {
    std::vector<HostBuffer> buffers; // the plan's buffers after its last launch
    double kernel_ms = 0;            // all launches together, by CUDA events; the median where there are several times
    std::vector<double> times_ms;    // one per repeat, in order
    double compile_ms = 0;           // by the driver; about 0 when it came from the cache
    double transfer_ms = 0;          // host time for copying buffers to and from the GPU
    KernelAttributes kernel;         // of the last launch
    int blocks_per_multiprocessor = 0; // of the last launch: how many fit at a time
    std::string device;                // the GPU's name
    std::string note;                  // what was done to make the driver take the PTX; empty when nothing
};

class Guard;

class Executor {
public:
    /// `guard` runs what is not known to be sound; null: that runs in this process as well. It must outlive this.
    explicit Executor(Runtime& runtime, DeviceStatus status, Guard* guard = nullptr);
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    /// Makes the context on the GPU, which the first run does otherwise.
    [[nodiscard]] Result<void> prepare();
    /// As found at the start, or no longer usable after an error that CUDA does not recover from.
    [[nodiscard]] DeviceStatus status() const;
    /// Another GPU from now on; waits for the run in progress. After an error that CUDA does not recover from, no GPU
    /// can be used in this process, so that it only changes the name.
    void use(DeviceStatus status);

    /// Compiles `ptx`, uploads the plan's buffers, runs its launches in order and waits for them. Memory without
    /// initial contents holds undefined_byte. ErrorKind::environment where there is no GPU or not enough of it;
    /// ErrorKind::failed when PTX, arguments or the kernel itself are wrong. After the fault of a kernel that was not
    /// guarded the GPU is unusable until the process ends, and every further run says so.
    [[nodiscard]] Result<GpuRun> run(const std::string& ptx, const ExecutionPlan& plan, const RunOptions& options = {});

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The process's executor on system_runtime(), at first on the GPU that WARPSCOPE_GPU names or the first usable one.
/// The first call asks the driver, which may take a few hundred milliseconds.
[[nodiscard]] Executor& executor();

} // namespace warpscope::gpu

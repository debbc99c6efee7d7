// Runs execution plans on the GPU and returns the buffers: the counterpart of metrics::measure.
//
// Thread-safe; runs are serialized. Without a GPU, calls return an explanation.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/device.hpp"

namespace warpscope::gpu {

struct RunOptions {
    /// Number of timed runs, each from the same initial buffers. The first one produces the result.
    uint32_t repeats = 1;
    /// Plan buffers not to copy back; their HostBuffer has no bytes.
    std::vector<uint32_t> unread = {};
    /// Runs untrusted kernels in a child process, if the executor has a guard.
    bool guarded = false;
    double time_limit = 10; // seconds per repetition, if guarded
    /// Called before the launches of each repetition and after they ended.
    std::function<void(bool)> running = nullptr;
};

struct GpuRun {
    std::vector<HostBuffer> buffers;   // after the last launch
    double kernel_ms = 0;              // all launches, by CUDA events; median of times_ms
    std::vector<double> times_ms;      // per repetition
    double compile_ms = 0;             // about 0 if cached
    double transfer_ms = 0;            // host time of copies to and from the GPU
    KernelAttributes kernel;           // attributes of the last kernel
    int blocks_per_multiprocessor = 0; // limit for the last launch
    std::string device;                // name of the GPU
    std::string note;                  // changes made to the PTX for the driver, or empty
};

class Guard;

class Executor {
public:
    /// `guard` runs untrusted kernels and must outlive this; null runs them in this process.
    explicit Executor(Runtime& runtime, DeviceStatus status, Guard* guard = nullptr);
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    /// Makes the GPU context early.
    [[nodiscard]] Result<void> prepare();
    /// Returns the initial status, or unusable after a sticky error.
    [[nodiscard]] DeviceStatus status() const;
    /// Switches to another GPU; waits for the current run. After a sticky error no GPU can be used in this process.
    void use(DeviceStatus status);

    /// Compiles `ptx`, uploads buffers, runs the launches in order and waits. Uninitialized memory holds
    /// undefined_byte. ErrorKind::environment: no GPU, or not enough resources. ErrorKind::failed: invalid PTX or
    /// arguments, or a kernel fault. After a fault of an unguarded kernel, every later run fails until the process
    /// ends.
    [[nodiscard]] Result<GpuRun> run(const std::string& ptx, const ExecutionPlan& plan, const RunOptions& options = {});

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Returns the process's executor, initially on WARPSCOPE_GPU or the first usable GPU. The first call may take a few
/// hundred milliseconds.
[[nodiscard]] Executor& executor();

} // namespace warpscope::gpu

// Runs untrusted kernels in a child process with its own CUDA context and a time limit. A fault ends CUDA only there,
// and endless kernels are stopped by ending the child. A spare child takes over at once.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/executor.hpp"

namespace warpscope::gpu {

class Guard {
public:
    /// `program` must call serve_as_child() first.
    explicit Guard(std::string program);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    /// Starts the children for a GPU, by CUDA's number, without waiting for them.
    void prepare(int device);
    /// Works like Executor::run(), on any thread. RunOptions::time_limit applies to each repetition. Fails with
    /// ErrorKind::failed after a fault or timeout; the GPU stays usable.
    [[nodiscard]] Result<GpuRun> run(int device, const std::string& ptx, const ExecutionPlan& plan,
                                     const RunOptions& options);
    /// Returns the number of children lost to faults and timeouts.
    [[nodiscard]] uint64_t given_up() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Return the time limits in seconds for kernels with a known fault and for unknown kernels. WARPSCOPE_GPU_LIMIT sets
/// both.
[[nodiscard]] double limit_of_faulty_kernels();
[[nodiscard]] double limit_of_unknown_kernels();

/// Returns the process's guard, which runs this program as children. Null until enable_system_guard(), which main()
/// calls after serve_as_child().
[[nodiscard]] Guard* system_guard();
void enable_system_guard();

} // namespace warpscope::gpu

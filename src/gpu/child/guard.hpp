// Runs kernels that are not known to be sound where they cannot do harm: in a child process with a CUDA context of its
// own and a time limit. A fault ends CUDA for the child only, and a kernel that never ends is stopped by ending it; a
// spare child, which has its context already, takes over at once.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/executor.hpp"

namespace warpscope::gpu {

class Guard {
public:
    /// `program` starts a process that calls serve_as_child() first.
    explicit Guard(std::string program);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    /// Starts the children for the GPU with CUDA's number `device`, unless they are there. Does not wait for them.
    void prepare(int device);
    /// As Executor::run(), on any thread. RunOptions::time_limit is for each run of all launches. ErrorKind::failed
    /// after a fault or at the limit; the GPU can be used again then.
    [[nodiscard]] Result<GpuRun> run(int device, const std::string& ptx, const ExecutionPlan& plan,
                                     const RunOptions& options);
    /// How many children were given up, after faults and at time limits.
    [[nodiscard]] uint64_t given_up() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// How long kernels may run that have a fault for all one knows, and those of which nothing is known; seconds. The
/// environment variable WARPSCOPE_GPU_LIMIT sets both.
[[nodiscard]] double limit_of_faulty_kernels();
[[nodiscard]] double limit_of_unknown_kernels();

/// The process's guard, of this very program. Null unless enable_system_guard() has been called, which main() does when
/// it calls serve_as_child().
[[nodiscard]] Guard* system_guard();
void enable_system_guard();

} // namespace warpscope::gpu

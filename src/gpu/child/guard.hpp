// Runs untrusted kernels in a child process with a time limit. A spare process takes over after a fault.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/executor.hpp"

namespace warpscope::gpu {

class Guard {
public:
    /// The main() of `program` must first call serve_as_child().
    explicit Guard(std::string program);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    void prepare(int device);
    /// Acts like Executor::run(), with a time limit. Fails with ErrorKind::failed after a fault or timeout; the GPU
    /// remains usable.
    [[nodiscard]] Result<GpuRun> run(int device, const std::string& ptx, const ExecutionPlan& plan,
                                     const RunOptions& options);
    [[nodiscard]] uint64_t given_up() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Return seconds. WARPSCOPE_GPU_LIMIT overrides both limits.
[[nodiscard]] double limit_of_faulty_kernels();
[[nodiscard]] double limit_of_unknown_kernels();

/// Returns null before main() calls enable_system_guard().
[[nodiscard]] Guard* system_guard();
void enable_system_guard();

} // namespace warpscope::gpu

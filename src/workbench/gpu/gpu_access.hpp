// Access to the system's CUDA, or to a replacement for tests.
#pragma once

#include "gpu/executor.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {
class Guard;
} // namespace warpscope::gpu
namespace warpscope::interop {
class GlBridge;
} // namespace warpscope::interop

namespace warpscope::workbench {

/// Replacement of the system's CUDA. It must outlive the program.
struct GpuParts {
    gpu::Runtime& runtime;
    interop::GlBridge& bridge;
    gpu::Executor& executor;
    gpu::Guard* guard = nullptr; // runs faulty kernels; null: they run in this process
};

class GpuAccess {
public:
    /// Null selects the system's CUDA.
    explicit GpuAccess(const GpuParts* parts)
        : parts_(parts) {}
    /// Returns the executor. Call it on a worker: the first use queries the driver.
    [[nodiscard]] gpu::Executor& executor() const { return parts_ != nullptr ? parts_->executor : gpu::executor(); }
    [[nodiscard]] gpu::Runtime& runtime() const { return parts_ != nullptr ? parts_->runtime : gpu::system_runtime(); }
    [[nodiscard]] const GpuParts* parts() const { return parts_; }

private:
    const GpuParts* parts_ = nullptr;
};

} // namespace warpscope::workbench

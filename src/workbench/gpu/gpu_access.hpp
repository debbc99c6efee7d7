// The CUDA that the window uses: the system's, or one in its place, for tests.
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

/// A CUDA in place of the system's; must outlive the program.
struct GpuParts {
    gpu::Runtime& runtime;
    interop::GlBridge& bridge;
    gpu::Executor& executor;
    gpu::Guard* guard = nullptr; // for kernels with a fault; null: they run in this process
};

class GpuAccess {
public:
    /// Null: the system's.
    explicit GpuAccess(const GpuParts* parts)
        : parts_(parts) {}
    /// Call on a worker: the system's executor asks the driver when it is first used.
    [[nodiscard]] gpu::Executor& executor() const { return parts_ != nullptr ? parts_->executor : gpu::executor(); }
    [[nodiscard]] gpu::Runtime& runtime() const { return parts_ != nullptr ? parts_->runtime : gpu::system_runtime(); }
    /// Null: the system's.
    [[nodiscard]] const GpuParts* parts() const { return parts_; }

private:
    const GpuParts* parts_ = nullptr;
};

} // namespace warpscope::workbench

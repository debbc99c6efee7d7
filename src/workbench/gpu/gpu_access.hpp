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

/// A replacement of the system's CUDA for tests. Must outlive the program.
struct GpuParts {
    gpu::Runtime& runtime;
    interop::GlBridge& bridge;
    gpu::Executor& executor;
    gpu::Guard* guard = nullptr; // process that runs faulty kernels; null: this process runs them
};

class GpuAccess {
public:
    /// Null `parts` select the system's CUDA.
    explicit GpuAccess(const GpuParts* parts)
        : parts_(parts) {}
    /// The first use is slow, so only workers may call it.
    [[nodiscard]] gpu::Executor& executor() const { return parts_ != nullptr ? parts_->executor : gpu::executor(); }
    [[nodiscard]] gpu::Runtime& runtime() const { return parts_ != nullptr ? parts_->runtime : gpu::system_runtime(); }
    [[nodiscard]] const GpuParts* parts() const { return parts_; }

private:
    const GpuParts* parts_ = nullptr;
};

} // namespace warpscope::workbench

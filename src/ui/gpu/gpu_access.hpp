// The CUDA that the window uses: the system's, or one in its place, for tests.
#pragma once

#include <memory>

#include "gpu/executor.hpp"
#include "interop/live_output.hpp"
#include "interop/map_textures.hpp"

namespace warpscope::gpu {
class Guard;
} // namespace warpscope::gpu

namespace warpscope::ui {

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
    [[nodiscard]] gpu::Executor& executor() const;
    [[nodiscard]] gpu::Runtime& runtime() const;
    [[nodiscard]] interop::LiveOutput live_output() const;
    [[nodiscard]] std::unique_ptr<interop::MapTextures> map_textures(int device) const;

private:
    const GpuParts* parts_ = nullptr;
};

} // namespace warpscope::ui

#pragma once

#include <memory>

#include "interop/shared_texture.hpp"
#include "interop/uploaded_run.hpp"

namespace warpscope::interop {

/// Launches kernels without making a picture, on the OpenGL thread.
class BareLaunch {
public:
    /// Fails unless OpenGL draws on a CUDA GPU.
    [[nodiscard]] static Result<std::unique_ptr<BareLaunch>> create(gpu::Runtime& runtime, GlBridge& bridge,
                                                                    const session::RunResult& run);
    /// Launches the kernels while a texel is mapped, so that OpenGL waits for them.
    [[nodiscard]] Result<void> launch();

private:
    explicit BareLaunch(gpu::Runtime& runtime)
        : runtime_(runtime) {}

    gpu::Runtime& runtime_;
    std::shared_ptr<const UploadedRun> uploaded_;
    gpu::DeviceBuffer output_;
    gpu::Stream stream_;
    SharedTexture texel_;
};

} // namespace warpscope::interop

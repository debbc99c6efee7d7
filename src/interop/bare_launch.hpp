// What every program pays that runs a kernel and then draws with OpenGL, as the measure for what showing its output
// costs: the kernel, and the GPU's changes from OpenGL to CUDA and back.
#pragma once

#include <memory>

#include "interop/shared_texture.hpp"
#include "interop/uploaded_run.hpp"

namespace warpscope::interop {

/// On the thread of the OpenGL context.
class BareLaunch {
public:
    /// `run` is as for RunUploader::make(). Fails without a GPU that draws for OpenGL.
    [[nodiscard]] static Result<std::unique_ptr<BareLaunch>> create(gpu::Runtime& runtime, GlBridge& bridge,
                                                                    const session::RunResult& run);
    /// Queues the run's launches, with a texture of one texel mapped around them: OpenGL's later commands come after.
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

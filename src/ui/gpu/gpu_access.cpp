#include "ui/gpu/gpu_access.hpp"

namespace warpscope::ui {

interop::LiveOutput live_output(const GpuAccess& gpu) {
    const GpuParts* const parts = gpu.parts();
    return parts != nullptr ? interop::LiveOutput(parts->runtime, parts->bridge, 5, parts->guard)
                            : interop::LiveOutput();
}

std::unique_ptr<interop::MapTextures> map_textures(const GpuAccess& gpu, int device) {
    interop::GlBridge& bridge = gpu.parts() != nullptr ? gpu.parts()->bridge : interop::system_gl_bridge();
    return std::make_unique<interop::MapTextures>(gpu.runtime(), bridge, device);
}

} // namespace warpscope::ui

#include "ui/gpu/gpu_access.hpp"

namespace warpscope::ui {

gpu::Executor& GpuAccess::executor() const { return parts_ != nullptr ? parts_->executor : gpu::executor(); }

gpu::Runtime& GpuAccess::runtime() const { return parts_ != nullptr ? parts_->runtime : gpu::system_runtime(); }

interop::LiveOutput GpuAccess::live_output() const {
    return parts_ != nullptr ? interop::LiveOutput(parts_->runtime, parts_->bridge, 5, parts_->guard)
                             : interop::LiveOutput();
}

std::unique_ptr<interop::MapTextures> GpuAccess::map_textures(int device) const {
    interop::GlBridge& bridge = parts_ != nullptr ? parts_->bridge : interop::system_gl_bridge();
    return std::make_unique<interop::MapTextures>(runtime(), bridge, device);
}

} // namespace warpscope::ui

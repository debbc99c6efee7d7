#pragma once

#include <memory>

#include "interop/live_output.hpp"
#include "interop/map_textures.hpp"
#include "ui/workbench.hpp"
#include "workbench/gpu/gpu_access.hpp"

namespace warpscope::ui {

[[nodiscard]] interop::LiveOutput live_output(const GpuAccess& gpu);
[[nodiscard]] std::unique_ptr<interop::MapTextures> map_textures(const GpuAccess& gpu, int device);

} // namespace warpscope::ui

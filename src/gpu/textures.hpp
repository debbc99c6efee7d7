// The textures of a plan on the GPU.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/error.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// Arrays with copies of what the plan's buffers hold when this is made, and texture objects over them.
class DeviceTextures {
public:
    /// The copies are queued on `stream`. `buffer_address` gives the device address of every plan buffer.
    [[nodiscard]] static Result<DeviceTextures> create(Runtime& runtime, const ExecutionPlan& plan,
                                                       std::span<void* const> buffer_address, StreamHandle stream);
    DeviceTextures() = default;
    DeviceTextures(DeviceTextures&& other) noexcept = default;
    DeviceTextures& operator=(DeviceTextures&& other) noexcept;
    DeviceTextures(const DeviceTextures&) = delete;
    DeviceTextures& operator=(const DeviceTextures&) = delete;
    ~DeviceTextures();

    /// What kernels are given, by number in the plan.
    [[nodiscard]] std::span<const uint64_t> handles() const { return handles_; }

private:
    Runtime* runtime_ = nullptr;
    std::vector<TextureHandle> textures_;
    std::vector<uint64_t> handles_;
};

} // namespace warpscope::gpu

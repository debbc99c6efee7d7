#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/error.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

/// A plan's textures: arrays with copies of the buffers, and texture objects over them.
class DeviceTextures {
public:
    /// Queues the copies on `stream`. `buffer_address` is indexed by plan buffer.
    [[nodiscard]] static Result<DeviceTextures> create(Runtime& runtime, const ExecutionPlan& plan,
                                                       std::span<void* const> buffer_address, StreamHandle stream);
    DeviceTextures() = default;
    DeviceTextures(DeviceTextures&& other) noexcept = default;
    DeviceTextures& operator=(DeviceTextures&& other) noexcept;
    DeviceTextures(const DeviceTextures&) = delete;
    DeviceTextures& operator=(const DeviceTextures&) = delete;
    ~DeviceTextures();

    /// Handles to pass to kernels, by plan texture.
    [[nodiscard]] std::span<const uint64_t> handles() const { return handles_; }

private:
    Runtime* runtime_ = nullptr;
    std::vector<TextureHandle> textures_;
    std::vector<uint64_t> handles_;
};

} // namespace warpscope::gpu

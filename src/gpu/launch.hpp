// Prepares planned launches for CUDA.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/module.hpp"

namespace warpscope::gpu {

/// Argument values and their addresses, as cuLaunchKernel expects them.
class PackedArguments {
public:
    /// Checks number and sizes of the arguments against the kernel and packs them. `buffer_address` and
    /// `texture_handle` are indexed by plan buffer and texture.
    [[nodiscard]] static Result<PackedArguments> pack(const Kernel& kernel, std::span<const Argument> arguments,
                                                      std::span<void* const> buffer_address,
                                                      std::span<const uint64_t> texture_handle = {});

    /// Returns one pointer per argument, valid until this object changes or moves.
    [[nodiscard]] std::vector<void*> pointers();

private:
    struct alignas(16) Unit { // aligned for any argument type
        std::byte bytes[16]{};
    };
    std::vector<Unit> memory_;
    std::vector<size_t> begins_; // per argument, in units
};

/// Queues all launches of `plan` on `stream` in order. Does not wait.
[[nodiscard]] Result<void> enqueue(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                   std::span<void* const> buffer_address, StreamHandle stream,
                                   std::span<const uint64_t> texture_handle = {});

/// Queues writes of the plan's symbols to the module's variables.
[[nodiscard]] Result<void> write_symbols(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                         StreamHandle stream);

/// Checks that `plan` can run: kernels exist, arguments fit, block sizes are legal, and cooperative launches fit on the
/// GPU.
[[nodiscard]] Result<void> validate(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                    const DeviceStatus& device);

} // namespace warpscope::gpu

// A planned launch made ready for CUDA: kernel found, arguments packed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/module.hpp"

namespace warpscope::gpu {

/// The values of a launch's arguments with their addresses, as cuLaunchKernel wants them.
class PackedArguments {
public:
    /// Packs each argument as its own type says, after comparing number and sizes with the kernel's parameters.
    /// `buffer_address` gives the device address of every plan buffer, `texture_handle` the handle of every texture.
    [[nodiscard]] static Result<PackedArguments> pack(const Kernel& kernel, std::span<const Argument> arguments,
                                                      std::span<void* const> buffer_address,
                                                      std::span<const uint64_t> texture_handle = {});

    /// One pointer per argument, valid as long as this object is neither changed nor moved from.
    [[nodiscard]] std::vector<void*> pointers();

private:
    struct alignas(16) Unit { // of memory, so that every argument begins at an address fit for any type
        std::byte bytes[16]{};
    };
    std::vector<Unit> memory_;
    std::vector<size_t> begins_; // of each argument, in units
};

/// Queues every launch of `plan` on `stream`, in order. Does not wait for them.
[[nodiscard]] Result<void> enqueue(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                   std::span<void* const> buffer_address, StreamHandle stream,
                                   std::span<const uint64_t> texture_handle = {});

/// Writes the plan's symbols into the module's variables, in the order of `stream`.
[[nodiscard]] Result<void> write_symbols(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                         StreamHandle stream);

/// Returns whether all of `plan` can run: kernels exist, arguments fit, block sizes are legal for the compiled kernels,
/// and the blocks of a cooperative launch run at the same time.
[[nodiscard]] Result<void> validate(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                    const DeviceStatus& device);

} // namespace warpscope::gpu

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/module.hpp"

namespace warpscope::gpu {

class PackedArguments {
public:
    /// Checks arguments against the kernel. Addresses and handles are indexed as in the plan.
    [[nodiscard]] static Result<PackedArguments> pack(const Kernel& kernel, std::span<const Argument> arguments,
                                                      std::span<void* const> buffer_address,
                                                      std::span<const uint64_t> texture_handle = {});

    /// The pointers are valid until this object changes.
    [[nodiscard]] std::vector<void*> pointers();

private:
    struct alignas(16) Unit {
        std::byte bytes[16]{};
    };
    std::vector<Unit> memory_;
    std::vector<size_t> begins_; // start of each argument, in units
};

[[nodiscard]] Result<void> enqueue(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                   std::span<void* const> buffer_address, StreamHandle stream,
                                   std::span<const uint64_t> texture_handle = {});

[[nodiscard]] Result<void> write_symbols(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                         StreamHandle stream);

[[nodiscard]] Result<void> validate(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                                    const DeviceStatus& device);

} // namespace warpscope::gpu

#include "gpu/launch.hpp"

#include <fmt/format.h>

#include "base/plan/devices.hpp"
#include "base/symbol_name.hpp"
#include "gpu/error.hpp"

namespace warpscope::gpu {
namespace {

Diagnostic mismatch(const Kernel& kernel, const Message& message) {
    return {ErrorKind::failed,
            msg("Kernel {}: {}", written_name(kernel.name), message),
            {},
            msg("make the experiment file's argument list match the kernel's parameters")};
}

Result<const Kernel*> legal_kernel(const Module& module, const PlannedLaunch& launch, const DeviceLimits& limits) {
    auto kernel = module.kernel(launch.kernel);
    if (!kernel) return kernel;
    const KernelAttributes& attributes = (*kernel)->attributes;
    if (const auto why = config_error(launch.config, limits, static_cast<uint32_t>(attributes.shared_bytes)))
        return fail(ErrorKind::usage, *why);
    const auto max = static_cast<uint64_t>(attributes.max_threads_per_block);
    if (launch.config.threads_per_block() > max)
        return fail(ErrorKind::usage,
                    msg("A block has {} threads; this kernel, with {} registers per thread, allows {} on this "
                        "GPU.",
                        launch.config.threads_per_block(), attributes.registers, max),
                    msg("use a smaller block"));
    return kernel;
}

/// Checks that all blocks of a cooperative launch can run at once.
Result<void> check_room(Runtime& runtime, const Kernel& kernel, const PlannedLaunch& launch,
                        const DeviceStatus& device) {
    if (!launch.config.cooperative) return {};
    int blocks = 0;
    const Code error = runtime.blocks_per_multiprocessor(kernel.handle, launch.config.threads_per_block(),
                                                         launch.config.dynamic_shared_bytes, blocks);
    if (auto asked = check(runtime, error, msg("asking how many blocks a multiprocessor holds")); !asked) return asked;
    const uint64_t max = static_cast<uint64_t>(blocks) * static_cast<uint64_t>(device.multiprocessors);
    if (launch.config.blocks() <= max) return {};
    return fail(ErrorKind::usage,
                msg("Kernel {}: the {} blocks of a cooperative launch must run at the same time; {} has room "
                    "for {} of this size ({} on each of its {} multiprocessors).",
                    written_name(kernel.name), launch.config.blocks(), device.name, max, blocks,
                    device.multiprocessors),
                msg("use a smaller grid, and let each thread do more"));
}

} // namespace

Result<PackedArguments> PackedArguments::pack(const Kernel& kernel, std::span<const Argument> arguments,
                                              std::span<void* const> buffer_address,
                                              std::span<const uint64_t> texture_handle) {
    if (arguments.size() != kernel.parameters.size())
        return tl::unexpected(mismatch(kernel, msg("it has {} parameters and the launch gives {} arguments.",
                                                   kernel.parameters.size(), arguments.size())));
    std::vector<uint64_t> addresses;
    for (void* const address : buffer_address) addresses.push_back(reinterpret_cast<uintptr_t>(address));
    PackedArguments packed;
    for (const ParameterSize& parameter : kernel.parameters) {
        packed.begins_.push_back(packed.memory_.size());
        packed.memory_.resize(packed.memory_.size() + (parameter.bytes + sizeof(Unit) - 1) / sizeof(Unit));
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
        std::byte* const target = packed.memory_[packed.begins_[i]].bytes;
        if (const auto why = write_argument(arguments[i], kernel.parameters[i], addresses, target, texture_handle))
            return tl::unexpected(mismatch(kernel, msg("argument {}: {}.", i + 1, *why)));
    }
    return packed;
}

std::vector<void*> PackedArguments::pointers() {
    std::vector<void*> pointers;
    pointers.reserve(begins_.size());
    for (const size_t begin : begins_) pointers.push_back(&memory_[begin]);
    return pointers;
}

Result<void> enqueue(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                     std::span<void* const> buffer_address, StreamHandle stream,
                     std::span<const uint64_t> texture_handle) {
    for (const Step& step : steps_of(plan)) {
        if (step.kind == Step::Kind::copy) {
            const PlannedCopy& copy = plan.copies[step.index];
            const auto address = [&](const PlannedCopy::End& end) {
                return static_cast<std::byte*>(buffer_address[end.buffer]) + end.offset;
            };
            const Code error = runtime.copy_on_device(address(copy.to), address(copy.from), copy.bytes, stream);
            if (auto queued = check(runtime, error, msg("copying between parts of buffers")); !queued) return queued;
            continue;
        }
        const PlannedLaunch& launch = plan.launches[step.index];
        const auto kernel = module.kernel(launch.kernel);
        if (!kernel) return tl::unexpected(kernel.error());
        auto packed = PackedArguments::pack(**kernel, launch.arguments, buffer_address, texture_handle);
        if (!packed) return tl::unexpected(packed.error());
        const Code error = runtime.launch((*kernel)->handle, launch.config, packed->pointers().data(), stream);
        if (error != code::success)
            return tl::unexpected(explain(runtime, error, msg("launching kernel {}", launch.kernel)));
    }
    for (const PlannedSymbol& planned : plan.symbols) {
        if (!planned.buffer) continue;
        const auto symbol = module.symbol(planned.name);
        if (!symbol) return tl::unexpected(symbol.error());
        const Code error = runtime.copy_on_device(buffer_address[*planned.buffer], symbol->memory,
                                                  plan.buffers[*planned.buffer].layout.bytes(), stream);
        if (auto queued = check(runtime, error, msg("reading the variable '{}'", planned.name)); !queued) return queued;
    }
    return {};
}

Result<void> write_symbols(Runtime& runtime, const Module& module, const ExecutionPlan& plan, StreamHandle stream) {
    for (const PlannedSymbol& planned : plan.symbols) {
        const auto symbol = module.symbol(planned.name);
        if (!symbol) return tl::unexpected(symbol.error());
        const SharedBytes& contents = planned.buffer ? plan.buffers[*planned.buffer].initial : planned.contents;
        if (contents->size() > symbol->bytes)
            return fail(ErrorKind::failed,
                        msg("The variable '{}' has {} bytes, but its initial values have {}.", planned.name,
                            symbol->bytes, contents->size()),
                        msg("give it fewer values in the experiment file"));
        const Code error = runtime.copy_to_device(symbol->memory, contents->data(), contents->size(), stream);
        if (auto written = check(runtime, error, msg("writing the variable '{}'", planned.name)); !written)
            return written;
    }
    return {};
}

Result<void> validate(Runtime& runtime, const Module& module, const ExecutionPlan& plan, const DeviceStatus& device) {
    const std::vector<void*> addresses(plan.buffers.size(), nullptr);
    const std::vector<uint64_t> textures(plan.textures.size());
    for (const PlannedLaunch& launch : plan.launches) {
        const auto kernel = legal_kernel(module, launch, device.limits);
        if (!kernel) return tl::unexpected(kernel.error());
        if (auto room = check_room(runtime, **kernel, launch, device); !room) return room;
        if (auto packed = PackedArguments::pack(**kernel, launch.arguments, addresses, textures); !packed)
            return tl::unexpected(packed.error());
    }
    return {};
}

} // namespace warpscope::gpu

#include "gpu/launch.hpp"

#include <cstring>
#include <fmt/format.h>

#include "gpu/error.hpp"

namespace warpscope::gpu {
namespace {

Diagnostic mismatch(const Kernel& kernel, std::string message) {
    return {ErrorKind::failed,
            fmt::format("Kernel {}: {}", kernel.name, message),
            {},
            "make the experiment file's argument list match the kernel's parameters"};
}

Result<const Kernel*> legal_kernel(const Module& module, const PlannedLaunch& launch, const DeviceLimits& limits) {
    auto kernel = module.kernel(launch.kernel);
    if (!kernel) return kernel;
    const KernelAttributes& attributes = (*kernel)->attributes;
    if (const auto why = why_illegal(launch.config, limits, static_cast<uint32_t>(attributes.shared_bytes)))
        return fail(ErrorKind::usage, *why);
    const auto most = static_cast<uint64_t>(attributes.max_threads_per_block);
    if (launch.config.threads_per_block() > most)
        return fail(ErrorKind::usage,
                    fmt::format("A block has {} threads; this kernel, with {} registers per thread, allows {} on this "
                                "GPU.",
                                launch.config.threads_per_block(), attributes.registers, most),
                    "use a smaller block");
    return kernel;
}

} // namespace

Result<PackedArguments> PackedArguments::pack(const Kernel& kernel, std::span<const Argument> arguments,
                                              std::span<void* const> buffer_address) {
    if (arguments.size() != kernel.parameter_bytes.size())
        return tl::unexpected(mismatch(kernel, fmt::format("it has {} parameters and the launch gives {} arguments.",
                                                           kernel.parameter_bytes.size(), arguments.size())));
    PackedArguments packed;
    packed.values_.resize(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i) {
        std::byte* target = packed.values_[i].bytes;
        uint64_t bytes = sizeof(void*);
        if (const auto* scalar = std::get_if<ScalarArgument>(&arguments[i])) {
            bytes = size_of(scalar->type);
            store_element(target, scalar->type, 0, scalar->value);
        } else {
            void* const address = buffer_address[std::get<BufferArgument>(arguments[i]).buffer];
            std::memcpy(target, &address, sizeof(address));
        }
        if (bytes != kernel.parameter_bytes[i])
            return tl::unexpected(mismatch(kernel, fmt::format("parameter {} takes {} bytes and the launch gives {}.",
                                                               i + 1, kernel.parameter_bytes[i], bytes)));
    }
    return packed;
}

std::vector<void*> PackedArguments::pointers() {
    std::vector<void*> pointers;
    pointers.reserve(values_.size());
    for (Value& value : values_) pointers.push_back(value.bytes);
    return pointers;
}

Result<void> enqueue(Runtime& runtime, const Module& module, const ExecutionPlan& plan,
                     std::span<void* const> buffer_address, StreamHandle stream) {
    for (const PlannedLaunch& launch : plan.launches) {
        const auto kernel = module.kernel(launch.kernel);
        if (!kernel) return tl::unexpected(kernel.error());
        auto packed = PackedArguments::pack(**kernel, launch.arguments, buffer_address);
        if (!packed) return tl::unexpected(packed.error());
        const Code error = runtime.launch((*kernel)->handle, launch.config, packed->pointers().data(), stream);
        if (error != code::success)
            return tl::unexpected(explain(runtime, error, fmt::format("launching kernel {}", launch.kernel)));
    }
    return {};
}

Result<void> write_symbols(Runtime& runtime, const Module& module, const ExecutionPlan& plan, StreamHandle stream) {
    for (const PlannedSymbol& planned : plan.symbols) {
        const auto symbol = module.symbol(planned.name);
        if (!symbol) return tl::unexpected(symbol.error());
        if (planned.contents->size() > symbol->bytes)
            return fail(ErrorKind::failed,
                        fmt::format("The variable '{}' has {} bytes and is given {}.", planned.name, symbol->bytes,
                                    planned.contents->size()),
                        "give it fewer values in the experiment file");
        const Code error =
            runtime.copy_to_device(symbol->memory, planned.contents->data(), planned.contents->size(), stream);
        if (auto written = check(runtime, error, fmt::format("writing the variable '{}'", planned.name)); !written)
            return written;
    }
    return {};
}

Result<void> validate(const Module& module, const ExecutionPlan& plan, const DeviceLimits& limits) {
    const std::vector<void*> addresses(plan.buffers.size(), nullptr);
    for (const PlannedLaunch& launch : plan.launches) {
        const auto kernel = legal_kernel(module, launch, limits);
        if (!kernel) return tl::unexpected(kernel.error());
        if (auto packed = PackedArguments::pack(**kernel, launch.arguments, addresses); !packed)
            return tl::unexpected(packed.error());
    }
    return {};
}

} // namespace warpscope::gpu

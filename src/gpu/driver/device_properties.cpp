#include "gpu/driver/device_properties.hpp"

#include <array>

namespace warpscope::gpu::driver {

Code read_properties(const Api& api, int number, DeviceProperties& out) {
    Device device = 0;
    if (const Code error = api.device(&device, number); error != code::success) return error;
    std::array<char, 256> name{};
    size_t bytes = 0;
    Code failure = api.device_name(name.data(), static_cast<int>(name.size()), device);
    if (failure == code::success) failure = api.device_memory(&bytes, device);
    const auto ask = [&](int what) {
        int value = 0;
        const Code error = api.device_attribute(&value, what, device);
        if (failure == code::success) failure = error;
        return value;
    };
    const auto extent = [&](int x) {
        return Dim3{static_cast<uint32_t>(ask(x)), static_cast<uint32_t>(ask(x + 1)),
                    static_cast<uint32_t>(ask(x + 2))};
    };
    namespace attribute = device_attribute;
    out.name = name.data();
    out.major = ask(attribute::major);
    out.minor = ask(attribute::minor);
    out.memory_bytes = bytes;
    out.multiprocessors = ask(attribute::multiprocessors);
    out.time_limit = ask(attribute::has_time_limit) != 0;
    out.multiprocessor.registers = ask(attribute::registers_per_multiprocessor);
    out.multiprocessor.threads = ask(attribute::threads_per_multiprocessor);
    out.multiprocessor.shared_bytes = static_cast<uint64_t>(ask(attribute::shared_per_multiprocessor));
    out.limits.max_grid = extent(attribute::max_grid_x);
    out.limits.max_block = extent(attribute::max_block_x);
    out.limits.max_threads_per_block = static_cast<uint32_t>(ask(attribute::max_threads_per_block));
    out.limits.max_shared_bytes = static_cast<uint32_t>(ask(attribute::max_shared_per_block));
    if (failure != code::success) return failure;
    // Ignores errors, because drivers before CUDA 11 lack these attributes.
    out.multiprocessor.blocks = ask(attribute::blocks_per_multiprocessor);
    out.multiprocessor.reserved_shared_bytes = static_cast<uint64_t>(ask(attribute::reserved_shared_per_block));
    return code::success;
}

} // namespace warpscope::gpu::driver

#include <array>

#include "runtime/context.hpp"
#include "runtime/device_model.hpp"
#include "runtime/error_text.hpp"

namespace warpscope::runtime {
namespace {

constexpr int version = 13000;
constexpr size_t heap_bytes = size_t{8} << 20;

/// Limits indexed by cudaLimit. Only stack, printf buffer and malloc heap have an effect.
std::array<size_t, 8>& limits_by_number() {
    static std::array<size_t, 8> limits{1024, 1 << 20, heap_bytes, 2, 2048, 128, 0, 0};
    return limits;
}

Error with_device(int device) { return device == 0 ? success : invalid_device; }

Error occupancy(Context& c, int* blocks, const void* function, int threads, size_t shared) {
    Error error = success;
    Kernel* const kernel = c.kernel(function, error);
    if (kernel == nullptr) return error;
    const simt::Resources resources = kernel->program->resources(kernel->index);
    const bool possible = resources.max_threads == 0 || threads <= static_cast<int>(resources.max_threads);
    *blocks =
        possible ? resident_blocks(threads, resources.shared_bytes + shared, kernel->module->registers(*kernel)) : 0;
    return success;
}

} // namespace

WARPSCOPE_API int cudaGetDeviceCount(int* count) {
    return entry("cudaGetDeviceCount", [&](Context&) {
        *count = 1;
        return success;
    });
}
WARPSCOPE_API int cudaGetDevice(int* device) {
    return entry("cudaGetDevice", [&](Context&) {
        *device = 0;
        return success;
    });
}
WARPSCOPE_API int cudaSetDevice(int device) {
    return entry("cudaSetDevice", [&](Context&) { return with_device(device); });
}
WARPSCOPE_API int cudaInitDevice(int device, unsigned, unsigned) {
    return entry("cudaInitDevice", [&](Context&) { return with_device(device); });
}
WARPSCOPE_API int cudaChooseDevice(int* device, const void*) {
    return entry("cudaChooseDevice", [&](Context&) {
        *device = 0;
        return success;
    });
}
WARPSCOPE_API int cudaSetDeviceFlags(unsigned) {
    return entry("cudaSetDeviceFlags", [](Context&) { return success; });
}
WARPSCOPE_API int cudaGetDeviceProperties(void* properties, int device) {
    return entry("cudaGetDeviceProperties", [&](Context& c) {
        if (device == 0) fill_properties(properties, c.allocations().budget());
        return with_device(device);
    });
}
WARPSCOPE_API int cudaDeviceGetAttribute(int* value, int attribute, int device) {
    return entry("cudaDeviceGetAttribute", [&](Context&) {
        if (device != 0) return invalid_device;
        return device_attribute(attribute, *value) ? success : invalid_value;
    });
}
WARPSCOPE_API int cudaDeviceSynchronize() {
    return entry("cudaDeviceSynchronize", [](Context& c) {
        c.wait_for_all();
        c.report_operation({"synchronise", 0, std::nullopt, {}, {}});
        return success;
    });
}
WARPSCOPE_API int cudaDeviceReset() {
    Context& context = Context::get();
    static std::atomic<uint64_t>& count = context.recorder.counter("cudaDeviceReset");
    count.fetch_add(1);
    const std::lock_guard lock(context.mutex);
    const Error left = context.sticky();
    context.reset();
    return left;
}
WARPSCOPE_API int cudaDeviceSetLimit(int limit, size_t value) {
    return entry("cudaDeviceSetLimit", [&](Context& c) {
        constexpr int heap = 2;
        if (limit < 0 || static_cast<size_t>(limit) >= limits_by_number().size()) return invalid_value;
        if (limit == heap && value > heap_bytes)
            c.report({"unsupported_call",
                      "note",
                      msg("cudaDeviceSetLimit: the heap of kernels has 8 MiB here, even if a program asks for more"),
                      {}});
        limits_by_number()[static_cast<size_t>(limit)] = value;
        return success;
    });
}
WARPSCOPE_API int cudaDeviceGetLimit(size_t* value, int limit) {
    return entry("cudaDeviceGetLimit", [&](Context&) {
        if (limit < 0 || static_cast<size_t>(limit) >= limits_by_number().size()) return invalid_value;
        *value = limits_by_number()[static_cast<size_t>(limit)];
        return success;
    });
}
WARPSCOPE_API int cudaDeviceSetCacheConfig(int) {
    return entry("cudaDeviceSetCacheConfig", [](Context&) { return success; });
}
WARPSCOPE_API int cudaDeviceSetSharedMemConfig(int) {
    return entry("cudaDeviceSetSharedMemConfig", [](Context&) { return success; });
}
WARPSCOPE_API int cudaDeviceGetStreamPriorityRange(int* min, int* greatest) {
    return entry("cudaDeviceGetStreamPriorityRange", [&](Context&) {
        if (min != nullptr) *min = 0;
        if (greatest != nullptr) *greatest = -5;
        return success;
    });
}
WARPSCOPE_API int cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return entry("cudaDeviceCanAccessPeer", [&](Context&) {
        *can = 0;
        return device == 0 && peer == 0 ? success : invalid_device;
    });
}
WARPSCOPE_API int cudaDriverGetVersion(int* number) {
    return entry("cudaDriverGetVersion", [&](Context&) {
        *number = version;
        return success;
    });
}
WARPSCOPE_API int cudaRuntimeGetVersion(int* number) {
    return entry("cudaRuntimeGetVersion", [&](Context&) {
        *number = version;
        return success;
    });
}
WARPSCOPE_API int cudaProfilerStart() {
    return entry("cudaProfilerStart", [](Context&) { return success; });
}
WARPSCOPE_API int cudaProfilerStop() {
    return entry("cudaProfilerStop", [](Context&) { return success; });
}

WARPSCOPE_API int cudaFuncGetAttributes(FunctionAttributes* attributes, const void* function) {
    return entry("cudaFuncGetAttributes", [&](Context& c) {
        Error error = success;
        Kernel* const kernel = c.kernel(function, error);
        if (kernel == nullptr) return error;
        const simt::Resources resources = kernel->program->resources(kernel->index);
        *attributes = {};
        attributes->shared_bytes = resources.shared_bytes;
        attributes->local_bytes = resources.local_bytes;
        attributes->max_threads = resources.max_threads != 0 ? static_cast<int>(resources.max_threads)
                                                             : static_cast<int>(DeviceLimits{}.max_threads_per_block);
        attributes->registers = kernel->module->registers(*kernel);
        attributes->ptx_version = attributes->binary_version = static_cast<int>(device_model().capability());
        attributes->max_dynamic_shared_bytes = static_cast<int>(kernel->max_dynamic_shared_bytes);
        return success;
    });
}
WARPSCOPE_API int cudaFuncSetAttribute(const void* function, int attribute, int value) {
    return entry("cudaFuncSetAttribute", [&](Context& c) {
        constexpr int dynamic_shared = 8, shared_carveout = 9;
        Error error = success;
        Kernel* const kernel = c.kernel(function, error);
        if (kernel == nullptr) return error;
        if (attribute == shared_carveout) return success; // only a hint
        if (attribute != dynamic_shared) return c.unsupported("cudaFuncSetAttribute of this attribute");
        const auto own = static_cast<int>(kernel->program->resources(kernel->index).shared_bytes);
        if (value < 0 || value > device_model().max_shared_bytes_per_block - own) return invalid_value;
        kernel->max_dynamic_shared_bytes = static_cast<uint32_t>(value);
        return success;
    });
}
WARPSCOPE_API int cudaFuncSetCacheConfig(const void*, int) {
    return entry("cudaFuncSetCacheConfig", [](Context&) { return success; });
}
WARPSCOPE_API int cudaFuncSetSharedMemConfig(const void*, int) {
    return entry("cudaFuncSetSharedMemConfig", [](Context&) { return success; });
}
WARPSCOPE_API int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                                size_t shared) {
    return entry("cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                 [&](Context& c) { return occupancy(c, blocks, function, threads, shared); });
}
WARPSCOPE_API int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int threads,
                                                                         size_t shared, unsigned) {
    return entry("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
                 [&](Context& c) { return occupancy(c, blocks, function, threads, shared); });
}

// The functions below return the last error and never fail.
namespace {

int ask_for_error(const char* name, bool forget) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    context.recorder.counter_of(name).fetch_add(1, std::memory_order_relaxed);
    context.error_was_seen();
    const int error = last_error(); // even a sticky error is returned only once per thread
    if (forget) last_error() = success;
    return error;
}

} // namespace

WARPSCOPE_API int cudaGetLastError() { return ask_for_error("cudaGetLastError", true); }
WARPSCOPE_API int cudaPeekAtLastError() { return ask_for_error("cudaPeekAtLastError", false); }

WARPSCOPE_API const char* cudaGetErrorString(int error) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    context.recorder.counter_of("cudaGetErrorString").fetch_add(1, std::memory_order_relaxed);
    if (error != success) context.error_was_seen();
    return error_text(error);
}
WARPSCOPE_API const char* cudaGetErrorName(int error) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    context.recorder.counter_of("cudaGetErrorName").fetch_add(1, std::memory_order_relaxed);
    if (error != success) context.error_was_seen();
    return error_name(error);
}

/// Runs after the program's destructors.
[[gnu::destructor]] static void end_of_program() {
    Context& context = Context::get();
    if (!context.mutex.try_lock()) return; // exit() ran during a call
    context.finish();
    context.mutex.unlock();
}

} // namespace warpscope::runtime

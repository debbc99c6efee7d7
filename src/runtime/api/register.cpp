// Functions that compiler-generated code calls.
#include <vector>

#include "runtime/context.hpp"

namespace warpscope::runtime {
namespace {

struct CallConfiguration {
    GridSize grid, block;
    size_t shared_bytes = 0;
    StreamHandle stream = nullptr;
    const void* caller = nullptr;
};
/// Configurations pushed by <<<...>>> and not yet popped by the kernel's stub.
std::vector<CallConfiguration>& configurations() {
    thread_local std::vector<CallConfiguration> pushed;
    return pushed;
}
const void*& launch_place() {
    thread_local const void* place = nullptr;
    return place;
}

Error launch(Context& context, const void* function, GridSize grid, GridSize block, void** arguments, size_t shared,
             StreamHandle stream, bool cooperative) {
    LaunchRequest request{nullptr, grid, block, shared, stream, arguments, cooperative, {}};
    const void* const place = std::exchange(launch_place(), nullptr);
    const auto in_program = place != nullptr ? place_in_program(place) : std::nullopt;
    request.frames = in_program ? Frames{*in_program} : place != nullptr ? Frames() : frames_here();
    Error error = success;
    request.kernel = context.kernel(function, error);
    if (request.kernel != nullptr) error = context.launch(request);
    if (error != success) place_of_failure() = std::move(request.frames);
    return error;
}

LoadedModule* module_of(void** handle) { return reinterpret_cast<LoadedModule*>(handle); }

} // namespace

WARPSCOPE_API void** __cudaRegisterFatBinary(void* binary) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    return reinterpret_cast<void**>(context.add_module(*static_cast<const FatBinaryWrapper*>(binary)));
}

WARPSCOPE_API void __cudaRegisterFatBinaryEnd(void** /*handle*/) {}
WARPSCOPE_API void __cudaUnregisterFatBinary(void** handle) {
    // Does not lock: exit() may run during another call or an endless kernel.
    if (handle != nullptr) module_of(handle)->mark_unloaded();
}

WARPSCOPE_API void __cudaRegisterFunction(void** handle, const char* host, char* /*device*/, const char* name,
                                          int /*thread_limit*/, void*, void*, void*, void*, int*) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    context.add_kernel(module_of(handle), host, name);
}

WARPSCOPE_API void __cudaRegisterVar(void** handle, char* host, char* /*address*/, const char* name, int /*external*/,
                                     size_t /*bytes*/, int /*constant*/, int /*global*/) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    context.add_variable(module_of(handle), host, name);
}

WARPSCOPE_API void __cudaRegisterManagedVar(void** handle, void** pointer, char* /*address*/, const char* name,
                                            int /*external*/, size_t /*bytes*/, int /*constant*/, int /*global*/) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    context.add_managed(module_of(handle), pointer, name);
}

/// These functions do nothing: CUDA 12 removed texture and surface references.
WARPSCOPE_API void __cudaRegisterTexture(void**, const void*, const void**, const char*, int, int, int) {}
WARPSCOPE_API void __cudaRegisterSurface(void**, const void*, const void**, const char*, int, int) {}

WARPSCOPE_API char __cudaInitModule(void** handle) {
    Context& context = Context::get();
    const std::lock_guard lock(context.mutex);
    context.place_managed(module_of(handle));
    return 1;
}

WARPSCOPE_API unsigned __cudaPushCallConfiguration(GridSize grid, GridSize block, size_t shared, StreamHandle stream) {
    configurations().push_back({grid, block, shared, stream, __builtin_return_address(0)});
    return 0;
}

WARPSCOPE_API int __cudaPopCallConfiguration(GridSize* grid, GridSize* block, size_t* shared, void* stream) {
    if (configurations().empty()) return invalid_configuration;
    const CallConfiguration last = configurations().back();
    configurations().pop_back();
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared_bytes;
    *static_cast<StreamHandle*>(stream) = last.stream;
    launch_place() = last.caller;
    return success;
}

WARPSCOPE_API int cudaLaunchKernel(const void* function, GridSize grid, GridSize block, void** arguments, size_t shared,
                                   StreamHandle stream) {
    return entry("cudaLaunchKernel", [&](Context& context) {
        return launch(context, function, grid, block, arguments, shared, stream, false);
    });
}

WARPSCOPE_API int __cudaGetKernel(const void** kernel, const void* function) {
    *kernel = function;
    return success;
}

WARPSCOPE_API int __cudaLaunchKernel(const void* kernel, GridSize grid, GridSize block, void** arguments, size_t shared,
                                     StreamHandle stream) {
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

WARPSCOPE_API int cudaLaunchCooperativeKernel(const void* function, GridSize grid, GridSize block, void** arguments,
                                              size_t shared, StreamHandle stream) {
    return entry("cudaLaunchCooperativeKernel", [&](Context& context) {
        return launch(context, function, grid, block, arguments, shared, stream, true);
    });
}

WARPSCOPE_API int cudaLaunchKernelExC(const LaunchSettings* settings, const void* function, void** arguments) {
    return entry("cudaLaunchKernelExC", [&](Context& context) {
        constexpr int cooperative_attribute = 2, serialization_attribute = 6;
        struct Attribute {
            int id = 0;
            alignas(8) int value = 0;
            char rest[60] = {};
        };
        static_assert(sizeof(Attribute) == 72);
        bool cooperative = false;
        const auto* const attributes = static_cast<const Attribute*>(settings->attributes);
        for (unsigned k = 0; k < settings->attribute_count; ++k) {
            const Attribute& attribute = attributes[k];
            if (attribute.id == cooperative_attribute) cooperative = attribute.value != 0;
            // Serialization has no effect, because work runs in order.
            else if (attribute.id != 0 && attribute.id != serialization_attribute)
                return context.unsupported("An attribute given to cudaLaunchKernelEx");
        }
        return launch(context, function, settings->grid, settings->block, arguments, settings->shared_bytes,
                      settings->stream, cooperative);
    });
}

} // namespace warpscope::runtime

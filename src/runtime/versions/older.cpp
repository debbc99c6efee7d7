// Functions with another interface in CUDA 11 and 12.
#include <array>
#include <cstddef>
#include <cstring>

#include "runtime/context.hpp"
#include "runtime/device_model.hpp"
#include "runtime/versions/symbol_version.hpp"

namespace warpscope::runtime {

extern "C" {
int cudaCreateTextureObject(uint64_t*, const void*, const void*, const void*);
int cudaFuncGetAttributes(FunctionAttributes*, const void*);
int cudaGetTextureObjectResourceDesc(void*, uint64_t);
int cudaGetTextureObjectTextureDesc(void*, uint64_t);
int cudaPointerGetAttributes(PointerAttributes*, const void*);
}

namespace {

// Sizes of older structures, which are prefixes of today's.
constexpr size_t pointer_attributes = 24, function_attributes_11 = 56,
                 function_attributes_12 = sizeof(FunctionAttributes), resource = 64, texture_11 = 68, texture_12 = 72;
static_assert(offsetof(PointerAttributes, reserved) == pointer_attributes &&
              offsetof(FunctionAttributes, cluster) == 52 && function_attributes_12 == 144);

struct Room {
    alignas(8) std::array<std::byte, 160> bytes{};
};

template<class Call>
int get(const char* name, void* out, size_t bytes, Call&& call) {
    if (out == nullptr) return entry(name, [](Context&) { return invalid_value; });
    Room room;
    const int error = call(room.bytes.data());
    if (error == success) std::memcpy(out, room.bytes.data(), bytes);
    return error;
}

int create_texture_of(uint64_t* handle, const void* of, const void* texture, size_t texture_bytes, const void* view) {
    Room whole_resource, whole_texture;
    if (of != nullptr) std::memcpy(whole_resource.bytes.data(), of, resource);
    if (texture != nullptr) std::memcpy(whole_texture.bytes.data(), texture, texture_bytes);
    return cudaCreateTextureObject(handle, of != nullptr ? whole_resource.bytes.data() : nullptr,
                                   texture != nullptr ? whole_texture.bytes.data() : nullptr, view);
}

int texture_of(void* out, uint64_t handle, size_t bytes) {
    return get("cudaGetTextureObjectTextureDesc", out, bytes,
               [&](void* room) { return cudaGetTextureObjectTextureDesc(room, handle); });
}

int function_attributes(void* out, const void* function, size_t bytes) {
    return get("cudaFuncGetAttributes", out, bytes,
               [&](void* room) { return cudaFuncGetAttributes(static_cast<FunctionAttributes*>(room), function); });
}

int properties_of(void* out, int device, int release) {
    return entry("cudaGetDeviceProperties", [&](Context& c) {
        if (out == nullptr) return invalid_value;
        if (device != 0) return invalid_device;
        fill_properties(out, c.allocations().budget(), release);
        return success;
    });
}

int version_of(const char* call, int* number, int version) {
    return entry(call, [&](Context&) {
        *number = version;
        return success;
    });
}
constexpr int version_11 = 11080, version_12 = 12090;

} // namespace

#define WARPSCOPE_AS_11(function, name) WARPSCOPE_VERSION(#function, #name "@libcudart.so.11.0")
#define WARPSCOPE_AS_12(function, name) WARPSCOPE_VERSION(#function, #name "@libcudart.so.12")

WARPSCOPE_API int older_properties(void* out, int device) { return properties_of(out, device, 11); }
WARPSCOPE_AS_11(older_properties, cudaGetDeviceProperties)
WARPSCOPE_AS_12(older_properties, cudaGetDeviceProperties)
WARPSCOPE_API int older_properties_12(void* out, int device) { return properties_of(out, device, 12); }
WARPSCOPE_AS_12(older_properties_12, cudaGetDeviceProperties_v2)

WARPSCOPE_API int older_driver_11(int* number) { return version_of("cudaDriverGetVersion", number, version_11); }
WARPSCOPE_AS_11(older_driver_11, cudaDriverGetVersion)
WARPSCOPE_API int older_driver_12(int* number) { return version_of("cudaDriverGetVersion", number, version_12); }
WARPSCOPE_AS_12(older_driver_12, cudaDriverGetVersion)
WARPSCOPE_API int older_runtime_11(int* number) { return version_of("cudaRuntimeGetVersion", number, version_11); }
WARPSCOPE_AS_11(older_runtime_11, cudaRuntimeGetVersion)
WARPSCOPE_API int older_runtime_12(int* number) { return version_of("cudaRuntimeGetVersion", number, version_12); }
WARPSCOPE_AS_12(older_runtime_12, cudaRuntimeGetVersion)

WARPSCOPE_API int older_prefetch(const void*, size_t, int /*device*/, StreamHandle stream) {
    return entry("cudaMemPrefetchAsync",
                 [&](Context& c) { return c.streams.find(stream) == nullptr ? invalid_resource_handle : success; });
}
WARPSCOPE_AS_11(older_prefetch, cudaMemPrefetchAsync)
WARPSCOPE_AS_11(older_prefetch, cudaMemPrefetchAsync_ptsz)
WARPSCOPE_AS_12(older_prefetch, cudaMemPrefetchAsync)
WARPSCOPE_AS_12(older_prefetch, cudaMemPrefetchAsync_ptsz)
WARPSCOPE_JUMP("older_prefetch_12", "cudaMemPrefetchAsync")
WARPSCOPE_AS_12(older_prefetch_12, cudaMemPrefetchAsync_v2)
WARPSCOPE_AS_12(older_prefetch_12, cudaMemPrefetchAsync_v2_ptsz)
WARPSCOPE_JUMP("cudaMemPrefetchAsync_ptsz", "cudaMemPrefetchAsync")

WARPSCOPE_API int older_advise(const void*, size_t, int /*advice*/, int /*device*/) {
    return entry("cudaMemAdvise", [](Context&) { return success; });
}
WARPSCOPE_AS_11(older_advise, cudaMemAdvise)
WARPSCOPE_AS_12(older_advise, cudaMemAdvise)
WARPSCOPE_JUMP("older_advise_12", "cudaMemAdvise")
WARPSCOPE_AS_12(older_advise_12, cudaMemAdvise_v2)

WARPSCOPE_API int older_pointer_attributes(void* out, const void* pointer) {
    return get("cudaPointerGetAttributes", out, pointer_attributes,
               [&](void* room) { return cudaPointerGetAttributes(static_cast<PointerAttributes*>(room), pointer); });
}
WARPSCOPE_AS_11(older_pointer_attributes, cudaPointerGetAttributes)
WARPSCOPE_AS_12(older_pointer_attributes, cudaPointerGetAttributes)

WARPSCOPE_API int older_function_11(void* out, const void* function) {
    return function_attributes(out, function, function_attributes_11);
}
WARPSCOPE_AS_11(older_function_11, cudaFuncGetAttributes)
WARPSCOPE_API int older_function_12(void* out, const void* function) {
    return function_attributes(out, function, function_attributes_12);
}
WARPSCOPE_AS_12(older_function_12, cudaFuncGetAttributes)

WARPSCOPE_API int older_texture_11(uint64_t* handle, const void* of, const void* texture, const void* view) {
    return create_texture_of(handle, of, texture, texture_11, view);
}
WARPSCOPE_AS_11(older_texture_11, cudaCreateTextureObject)
WARPSCOPE_API int older_texture_12(uint64_t* handle, const void* of, const void* texture, const void* view) {
    return create_texture_of(handle, of, texture, texture_12, view);
}
WARPSCOPE_AS_11(older_texture_12, cudaCreateTextureObject_v2)
WARPSCOPE_AS_12(older_texture_12, cudaCreateTextureObject)

WARPSCOPE_API int older_texture_resource(void* out, uint64_t handle) {
    return get("cudaGetTextureObjectResourceDesc", out, resource,
               [&](void* room) { return cudaGetTextureObjectResourceDesc(room, handle); });
}
WARPSCOPE_AS_11(older_texture_resource, cudaGetTextureObjectResourceDesc)
WARPSCOPE_AS_12(older_texture_resource, cudaGetTextureObjectResourceDesc)
WARPSCOPE_API int older_texture_text_11(void* out, uint64_t handle) { return texture_of(out, handle, texture_11); }
WARPSCOPE_AS_11(older_texture_text_11, cudaGetTextureObjectTextureDesc)
WARPSCOPE_API int older_texture_text_12(void* out, uint64_t handle) { return texture_of(out, handle, texture_12); }
WARPSCOPE_AS_11(older_texture_text_12, cudaGetTextureObjectTextureDesc_v2)
WARPSCOPE_AS_12(older_texture_text_12, cudaGetTextureObjectTextureDesc)

} // namespace warpscope::runtime

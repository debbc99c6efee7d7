// CUDA driver functions, to build without the Toolkit. A test compares them with NVIDIA's header.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::gpu::driver {

struct ContextTag;
struct ModuleTag;
struct FunctionTag;
struct StreamTag;
struct EventTag;
struct ArrayTag;
struct ResourceTag;
using Context = ContextTag*;
using Module = ModuleTag*;
using Function = FunctionTag*;
using Stream = StreamTag*;
using Event = EventTag*;
using Array = ArrayTag*;
using Resource = ResourceTag*;
using Device = int;
using Address = unsigned long long;
using Surface = unsigned long long;
using Texture = unsigned long long;
using Status = int;

namespace device_attribute {
inline constexpr int max_threads_per_block = 1, max_block_x = 2, max_grid_x = 5, // y, z: next numbers
    max_shared_per_block = 8, multiprocessors = 16, has_time_limit = 17, threads_per_multiprocessor = 39, major = 75,
                     minor = 76, shared_per_multiprocessor = 81, registers_per_multiprocessor = 82,
                     blocks_per_multiprocessor = 106, reserved_shared_per_block = 111;
}
namespace function_attribute {
inline constexpr int max_threads_per_block = 0, shared_bytes = 1, local_bytes = 3, registers = 4;
}
namespace jit_option {
inline constexpr int info_log = 3, info_log_bytes = 4, error_log = 5, error_log_bytes = 6, line_info = 13;
}
inline constexpr unsigned stream_non_blocking = 1, host_memory_portable = 1, surface_load_store = 4;
inline constexpr int memory_device = 2, memory_array = 3, all_gl_devices = 1;

/// Memory of a surface or texture. Type 0: CUDA array.
struct ResourceDescription {
    int type = 0;
    union {
        Array array;
        int reserved[32];
    } of = {};
    unsigned flags = 0;
};

struct ArrayDescription {
    size_t width = 0, height = 0;
    int format = 0;
    unsigned channels = 0;
};
namespace array_format {
inline constexpr int u8 = 1, u16 = 2, u32 = 3, s8 = 8, s16 = 9, s32 = 10, f16 = 16, f32 = 32;
}

struct TextureDescription {
    int address[3] = {};
    int filter = 0;
    unsigned flags = 0, max_anisotropy = 0;
    int mipmap_filter = 0;
    float mipmap_bias = 0, min_mipmap = 0, max_mipmap = 0;
    float border[4] = {};
    int reserved[12] = {};
};
inline constexpr unsigned texture_of_integers = 1, texture_normalized_coordinates = 2;

struct RowsCopy {
    size_t source_x_bytes = 0, source_y = 0;
    int source_type = 0;
    const void* source_host = nullptr;
    Address source_address = 0;
    Array source_array = nullptr;
    size_t source_pitch = 0;
    size_t target_x_bytes = 0, target_y = 0;
    int target_type = 0;
    void* target_host = nullptr;
    Address target_address = 0;
    Array target_array = nullptr;
    size_t target_pitch = 0;
    size_t row_bytes = 0, rows = 0;
};

// X(member, name in the library, parameters). _v2 means 64-bit sizes.
// clang-format off
#define WARPSCOPE_CUDA_FUNCTIONS(X)                                                                                    \
    X(error_name, cuGetErrorName, (Status, const char**))                                                              \
    X(error_text, cuGetErrorString, (Status, const char**))                                                            \
    X(init, cuInit, (unsigned))                                                                                        \
    X(driver_version, cuDriverGetVersion, (int*))                                                                      \
    X(device_count, cuDeviceGetCount, (int*))                                                                          \
    X(device, cuDeviceGet, (Device*, int))                                                                             \
    X(device_name, cuDeviceGetName, (char*, int, Device))                                                              \
    X(device_memory, cuDeviceTotalMem_v2, (size_t*, Device))                                                           \
    X(device_attribute, cuDeviceGetAttribute, (int*, int, Device))                                                     \
    X(retain_context, cuDevicePrimaryCtxRetain, (Context*, Device))                                                    \
    X(set_context, cuCtxSetCurrent, (Context))                                                                         \
    X(get_context, cuCtxGetCurrent, (Context*))                                                                        \
    X(push_context, cuCtxPushCurrent_v2, (Context))                                                                    \
    X(pop_context, cuCtxPopCurrent_v2, (Context*))                                                                     \
    X(allocate, cuMemAlloc_v2, (Address*, size_t))                                                                     \
    X(release, cuMemFree_v2, (Address))                                                                                \
    X(allocate_host, cuMemHostAlloc, (void**, size_t, unsigned))                                                       \
    X(release_host, cuMemFreeHost, (void*))                                                                            \
    X(create_stream, cuStreamCreate, (Stream*, unsigned))                                                              \
    X(destroy_stream, cuStreamDestroy_v2, (Stream))                                                                    \
    X(wait_stream, cuStreamSynchronize, (Stream))                                                                      \
    X(create_event, cuEventCreate, (Event*, unsigned))                                                                 \
    X(destroy_event, cuEventDestroy_v2, (Event))                                                                       \
    X(record_event, cuEventRecord, (Event, Stream))                                                                    \
    X(query_event, cuEventQuery, (Event))                                                                              \
    X(elapsed, cuEventElapsedTime, (float*, Event, Event))                                                             \
    X(fill, cuMemsetD8Async, (Address, unsigned char, size_t, Stream))                                                 \
    X(copy_to_device, cuMemcpyHtoDAsync_v2, (Address, const void*, size_t, Stream))                                    \
    X(copy_to_host, cuMemcpyDtoHAsync_v2, (void*, Address, size_t, Stream))                                            \
    X(copy_on_device, cuMemcpyDtoDAsync_v2, (Address, Address, size_t, Stream))                                        \
    X(copy_between, cuMemcpyPeerAsync, (Address, Context, Address, Context, size_t, Stream))                           \
    X(can_access, cuDeviceCanAccessPeer, (int*, Device, Device))                                                       \
    X(allow_access, cuCtxEnablePeerAccess, (Context, unsigned))                                                        \
    X(stream_wait, cuStreamWaitEvent, (Stream, Event, unsigned))                                                       \
    X(copy_rows, cuMemcpy2DAsync_v2, (const RowsCopy*, Stream))                                                        \
    X(load_module, cuModuleLoadDataEx, (Module*, const void*, unsigned, int*, void**))                                 \
    X(unload_module, cuModuleUnload, (Module))                                                                         \
    X(function, cuModuleGetFunction, (Function*, Module, const char*))                                                 \
    X(global, cuModuleGetGlobal_v2, (Address*, size_t*, Module, const char*))                                          \
    X(function_attribute, cuFuncGetAttribute, (int*, int, Function))                                                   \
    X(occupancy, cuOccupancyMaxActiveBlocksPerMultiprocessor, (int*, Function, int, size_t))                           \
    X(launch, cuLaunchKernel, (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,         \
                               Stream, void**, void**))                                                                \
    X(launch_cooperative, cuLaunchCooperativeKernel, (Function, unsigned, unsigned, unsigned, unsigned, unsigned,      \
                                                      unsigned, unsigned, Stream, void**))                             \
    X(gl_devices, cuGLGetDevices_v2, (unsigned*, Device*, unsigned, int))                                              \
    X(register_image, cuGraphicsGLRegisterImage, (Resource*, unsigned, unsigned, unsigned))                            \
    X(unregister, cuGraphicsUnregisterResource, (Resource))                                                            \
    X(map, cuGraphicsMapResources, (unsigned, Resource*, Stream))                                                      \
    X(unmap, cuGraphicsUnmapResources, (unsigned, Resource*, Stream))                                                  \
    X(mapped_array, cuGraphicsSubResourceGetMappedArray, (Array*, Resource, unsigned, unsigned))                       \
    X(create_surface, cuSurfObjectCreate, (Surface*, const ResourceDescription*))                                      \
    X(destroy_surface, cuSurfObjectDestroy, (Surface))                                                                 \
    X(create_array, cuArrayCreate_v2, (Array*, const ArrayDescription*))                                               \
    X(destroy_array, cuArrayDestroy, (Array))                                                                          \
    X(create_texture, cuTexObjectCreate, (Texture*, const ResourceDescription*, const TextureDescription*,             \
                                          const void*))                                                                \
    X(destroy_texture, cuTexObjectDestroy, (Texture))
// clang-format on

struct Api {
#define WARPSCOPE_CUDA_MEMBER(member, name, parameters) Status(*member) parameters = nullptr;
    WARPSCOPE_CUDA_FUNCTIONS(WARPSCOPE_CUDA_MEMBER)
#undef WARPSCOPE_CUDA_MEMBER
};

} // namespace warpscope::gpu::driver

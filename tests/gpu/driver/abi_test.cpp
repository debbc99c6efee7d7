// Compares Warpscope's declarations of the CUDA driver with NVIDIA's header, if a toolkit is installed.
#include <gtest/gtest.h>

#include "gpu/driver/api.hpp"
#include "gpu/runtime.hpp"

#if __has_include(<cuda.h>)
#include <cuda.h>
#include <cudaGL.h>
#include <type_traits>

namespace warpscope::gpu::driver {
namespace {

static_assert(sizeof(ResourceDescription) == sizeof(CUDA_RESOURCE_DESC) &&
              offsetof(ResourceDescription, of) == offsetof(CUDA_RESOURCE_DESC, res) &&
              offsetof(ResourceDescription, flags) == offsetof(CUDA_RESOURCE_DESC, flags));
static_assert(CU_RESOURCE_TYPE_ARRAY == 0);

#define SAME_PLACE(ours, theirs)                                                                                       \
    static_assert(offsetof(RowsCopy, ours) == offsetof(CUDA_MEMCPY2D, theirs) &&                                       \
                  sizeof(RowsCopy::ours) == sizeof(CUDA_MEMCPY2D::theirs))
SAME_PLACE(source_x_bytes, srcXInBytes);
SAME_PLACE(source_y, srcY);
SAME_PLACE(source_type, srcMemoryType);
SAME_PLACE(source_host, srcHost);
SAME_PLACE(source_address, srcDevice);
SAME_PLACE(source_array, srcArray);
SAME_PLACE(source_pitch, srcPitch);
SAME_PLACE(target_x_bytes, dstXInBytes);
SAME_PLACE(target_y, dstY);
SAME_PLACE(target_type, dstMemoryType);
SAME_PLACE(target_host, dstHost);
SAME_PLACE(target_address, dstDevice);
SAME_PLACE(target_array, dstArray);
SAME_PLACE(target_pitch, dstPitch);
SAME_PLACE(row_bytes, WidthInBytes);
SAME_PLACE(rows, Height);
static_assert(sizeof(RowsCopy) == sizeof(CUDA_MEMCPY2D));

static_assert(sizeof(ArrayDescription) == sizeof(CUDA_ARRAY_DESCRIPTOR) &&
              offsetof(ArrayDescription, format) == offsetof(CUDA_ARRAY_DESCRIPTOR, Format) &&
              offsetof(ArrayDescription, channels) == offsetof(CUDA_ARRAY_DESCRIPTOR, NumChannels));
static_assert(array_format::u8 == CU_AD_FORMAT_UNSIGNED_INT8 && array_format::u16 == CU_AD_FORMAT_UNSIGNED_INT16 &&
              array_format::u32 == CU_AD_FORMAT_UNSIGNED_INT32 && array_format::s8 == CU_AD_FORMAT_SIGNED_INT8 &&
              array_format::s16 == CU_AD_FORMAT_SIGNED_INT16 && array_format::s32 == CU_AD_FORMAT_SIGNED_INT32 &&
              array_format::f16 == CU_AD_FORMAT_HALF && array_format::f32 == CU_AD_FORMAT_FLOAT);
static_assert(sizeof(TextureDescription) == sizeof(CUDA_TEXTURE_DESC) &&
              offsetof(TextureDescription, filter) == offsetof(CUDA_TEXTURE_DESC, filterMode) &&
              offsetof(TextureDescription, flags) == offsetof(CUDA_TEXTURE_DESC, flags) &&
              offsetof(TextureDescription, border) == offsetof(CUDA_TEXTURE_DESC, borderColor));
static_assert(texture_of_integers == CU_TRSF_READ_AS_INTEGER &&
              texture_normalized_coordinates == CU_TRSF_NORMALIZED_COORDINATES);
static_assert(static_cast<int>(AddressMode::wrap) == CU_TR_ADDRESS_MODE_WRAP &&
              static_cast<int>(AddressMode::clamp) == CU_TR_ADDRESS_MODE_CLAMP &&
              static_cast<int>(AddressMode::mirror) == CU_TR_ADDRESS_MODE_MIRROR &&
              static_cast<int>(AddressMode::border) == CU_TR_ADDRESS_MODE_BORDER);
static_assert(CU_TR_FILTER_MODE_POINT == 0 && CU_TR_FILTER_MODE_LINEAR == 1);

static_assert(device_attribute::max_threads_per_block == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK &&
              device_attribute::max_block_x == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X &&
              device_attribute::max_block_x + 2 == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z &&
              device_attribute::max_grid_x == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X &&
              device_attribute::max_grid_x + 2 == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z &&
              device_attribute::max_shared_per_block == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK &&
              device_attribute::multiprocessors == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT &&
              device_attribute::has_time_limit == CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT &&
              device_attribute::threads_per_multiprocessor == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR &&
              device_attribute::major == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR &&
              device_attribute::minor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR &&
              device_attribute::shared_per_multiprocessor == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR &&
              device_attribute::registers_per_multiprocessor == CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR &&
              device_attribute::blocks_per_multiprocessor == CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR &&
              device_attribute::reserved_shared_per_block == CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
static_assert(function_attribute::max_threads_per_block == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK &&
              function_attribute::shared_bytes == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES &&
              function_attribute::local_bytes == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES &&
              function_attribute::registers == CU_FUNC_ATTRIBUTE_NUM_REGS);
static_assert(jit_option::info_log == CU_JIT_INFO_LOG_BUFFER &&
              jit_option::info_log_bytes == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES &&
              jit_option::error_log == CU_JIT_ERROR_LOG_BUFFER &&
              jit_option::error_log_bytes == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES &&
              jit_option::line_info == CU_JIT_GENERATE_LINE_INFO);
static_assert(stream_non_blocking == CU_STREAM_NON_BLOCKING && host_memory_portable == CU_MEMHOSTALLOC_PORTABLE &&
              surface_load_store == CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST && memory_device == CU_MEMORYTYPE_DEVICE &&
              memory_array == CU_MEMORYTYPE_ARRAY && all_gl_devices == CU_GL_DEVICE_LIST_ALL);

static_assert(code::invalid_value == CUDA_ERROR_INVALID_VALUE && code::out_of_memory == CUDA_ERROR_OUT_OF_MEMORY &&
              code::initialization_failed == CUDA_ERROR_NOT_INITIALIZED && code::no_device == CUDA_ERROR_NO_DEVICE &&
              code::invalid_device == CUDA_ERROR_INVALID_DEVICE &&
              code::no_kernel_image == CUDA_ERROR_NO_BINARY_FOR_GPU && code::invalid_ptx == CUDA_ERROR_INVALID_PTX &&
              code::unsupported_ptx_version == CUDA_ERROR_UNSUPPORTED_PTX_VERSION &&
              code::operating_system == CUDA_ERROR_OPERATING_SYSTEM && code::symbol_not_found == CUDA_ERROR_NOT_FOUND &&
              code::not_ready == CUDA_ERROR_NOT_READY && code::illegal_address == CUDA_ERROR_ILLEGAL_ADDRESS &&
              code::launch_out_of_resources == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES &&
              code::launch_timeout == CUDA_ERROR_LAUNCH_TIMEOUT && code::assertion == CUDA_ERROR_ASSERT &&
              code::hardware_stack_error == CUDA_ERROR_HARDWARE_STACK_ERROR &&
              code::illegal_instruction == CUDA_ERROR_ILLEGAL_INSTRUCTION &&
              code::misaligned_address == CUDA_ERROR_MISALIGNED_ADDRESS &&
              code::invalid_address_space == CUDA_ERROR_INVALID_ADDRESS_SPACE &&
              code::invalid_pc == CUDA_ERROR_INVALID_PC && code::launch_failure == CUDA_ERROR_LAUNCH_FAILED &&
              code::cooperative_too_large == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE &&
              code::not_permitted == CUDA_ERROR_NOT_PERMITTED && code::not_supported == CUDA_ERROR_NOT_SUPPORTED &&
              code::system_not_ready == CUDA_ERROR_SYSTEM_NOT_READY &&
              code::driver_mismatch == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH && code::unknown == CUDA_ERROR_UNKNOWN);

/// Compares the number and sizes of parameters. Pointed-to types are checked above.
template<class Ours, class Theirs>
struct SameSignature : std::false_type {};
template<class... Ours, class... Theirs>
struct SameSignature<Status(Ours...), CUresult(Theirs...)>
    : std::bool_constant<sizeof...(Ours) == sizeof...(Theirs) && ((sizeof(Ours) == sizeof(Theirs)) && ...) &&
                         ((std::is_pointer_v<Ours> || std::is_pointer_v<Theirs> || std::is_enum_v<Theirs> ||
                           std::is_same_v<Ours, Theirs>)&&...)> {};

// The header's name is a macro for the newest version of a function.
#define SAME_CALL(member, theirs)                                                                                      \
    static_assert(SameSignature<std::remove_pointer_t<decltype(Api::member)>, decltype(theirs)>::value, #theirs)
SAME_CALL(init, cuInit);
SAME_CALL(driver_version, cuDriverGetVersion);
SAME_CALL(device, cuDeviceGet);
SAME_CALL(device_name, cuDeviceGetName);
SAME_CALL(device_memory, cuDeviceTotalMem);
SAME_CALL(device_attribute, cuDeviceGetAttribute);
SAME_CALL(retain_context, cuDevicePrimaryCtxRetain);
SAME_CALL(set_context, cuCtxSetCurrent);
SAME_CALL(push_context, cuCtxPushCurrent);
SAME_CALL(pop_context, cuCtxPopCurrent);
SAME_CALL(allocate, cuMemAlloc);
SAME_CALL(release, cuMemFree);
SAME_CALL(allocate_host, cuMemHostAlloc);
SAME_CALL(release_host, cuMemFreeHost);
SAME_CALL(create_stream, cuStreamCreate);
SAME_CALL(wait_stream, cuStreamSynchronize);
SAME_CALL(create_event, cuEventCreate);
SAME_CALL(record_event, cuEventRecord);
SAME_CALL(query_event, cuEventQuery);
SAME_CALL(elapsed, cuEventElapsedTime);
SAME_CALL(fill, cuMemsetD8Async);
SAME_CALL(copy_to_device, cuMemcpyHtoDAsync);
SAME_CALL(copy_to_host, cuMemcpyDtoHAsync);
SAME_CALL(copy_on_device, cuMemcpyDtoDAsync);
SAME_CALL(copy_rows, cuMemcpy2DAsync);
SAME_CALL(load_module, cuModuleLoadDataEx);
SAME_CALL(unload_module, cuModuleUnload);
SAME_CALL(function, cuModuleGetFunction);
SAME_CALL(global, cuModuleGetGlobal);
SAME_CALL(function_attribute, cuFuncGetAttribute);
SAME_CALL(occupancy, cuOccupancyMaxActiveBlocksPerMultiprocessor);
SAME_CALL(launch, cuLaunchKernel);
SAME_CALL(launch_cooperative, cuLaunchCooperativeKernel);
SAME_CALL(gl_devices, cuGLGetDevices);
SAME_CALL(register_image, cuGraphicsGLRegisterImage);
SAME_CALL(map, cuGraphicsMapResources);
SAME_CALL(unmap, cuGraphicsUnmapResources);
SAME_CALL(mapped_array, cuGraphicsSubResourceGetMappedArray);
SAME_CALL(create_surface, cuSurfObjectCreate);
SAME_CALL(destroy_surface, cuSurfObjectDestroy);

#define QUOTE(text) #text
#define NAME_OF(macro) QUOTE(macro)

TEST(DriverAbi, NamesMatchTheHeader) {
    const std::pair<const char*, const char*> names[] = {
        {NAME_OF(cuDeviceTotalMem), "cuDeviceTotalMem_v2"},
        {NAME_OF(cuMemAlloc), "cuMemAlloc_v2"},
        {NAME_OF(cuMemFree), "cuMemFree_v2"},
        {NAME_OF(cuStreamDestroy), "cuStreamDestroy_v2"},
        {NAME_OF(cuEventDestroy), "cuEventDestroy_v2"},
        {NAME_OF(cuMemcpyHtoDAsync), "cuMemcpyHtoDAsync_v2"},
        {NAME_OF(cuMemcpyDtoHAsync), "cuMemcpyDtoHAsync_v2"},
        {NAME_OF(cuMemcpyDtoDAsync), "cuMemcpyDtoDAsync_v2"},
        {NAME_OF(cuMemcpy2DAsync), "cuMemcpy2DAsync_v2"},
        {NAME_OF(cuModuleGetGlobal), "cuModuleGetGlobal_v2"},
        {NAME_OF(cuCtxPushCurrent), "cuCtxPushCurrent_v2"},
        {NAME_OF(cuCtxPopCurrent), "cuCtxPopCurrent_v2"},
        {NAME_OF(cuGLGetDevices), "cuGLGetDevices_v2"},
        {NAME_OF(cuModuleLoadDataEx), "cuModuleLoadDataEx"},
        {NAME_OF(cuMemHostAlloc), "cuMemHostAlloc"},
        {NAME_OF(cuLaunchKernel), "cuLaunchKernel"},
    };
    for (const auto& [theirs, expected] : names) EXPECT_STREQ(theirs, expected);
}

} // namespace
} // namespace warpscope::gpu::driver
#else
TEST(DriverAbi, NamesMatchTheHeader) { GTEST_SKIP() << "no cuda.h here"; }
#endif

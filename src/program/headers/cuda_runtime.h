// The CUDA runtime for host code without the Toolkit, written from CUDA's documentation.
#pragma once

#define __CUDA_RUNTIME_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include <math.h>
#include <stdlib.h>

template<class _T>
cudaError_t cudaMalloc(_T** pointer, size_t bytes) {
    return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template<class _T>
cudaError_t cudaMallocAsync(_T** pointer, size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template<class _T>
cudaError_t cudaMallocManaged(_T** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template<class _T>
cudaError_t cudaMallocHost(_T** pointer, size_t bytes, unsigned flags = 0) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template<class _T>
cudaError_t cudaHostAlloc(_T** pointer, size_t bytes, unsigned flags) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template<class _T>
cudaError_t cudaMallocPitch(_T** pointer, size_t* pitch, size_t width, size_t height) {
    return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template<class _T>
cudaError_t cudaHostGetDevicePointer(_T** device, void* host, unsigned flags) {
    return cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}
template<class _T>
cudaError_t cudaMemcpyToSymbol(const _T& symbol, const void* from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(static_cast<const void*>(&symbol), from, bytes, offset, kind);
}
template<class _T>
cudaError_t cudaMemcpyToSymbolAsync(const _T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), from, bytes, offset, kind, stream);
}
template<class _T>
cudaError_t cudaMemcpyFromSymbol(void* to, const _T& symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, static_cast<const void*>(&symbol), bytes, offset, kind);
}
template<class _T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const _T& symbol, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, static_cast<const void*>(&symbol), bytes, offset, kind, stream);
}
template<class _T>
cudaError_t cudaGetSymbolAddress(void** pointer, const _T& symbol) {
    return cudaGetSymbolAddress(pointer, static_cast<const void*>(&symbol));
}
template<class _T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const _T& symbol) {
    return cudaGetSymbolSize(bytes, static_cast<const void*>(&symbol));
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}

template<class _T>
cudaError_t cudaLaunchKernel(_T* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                             cudaStream_t stream = 0) {
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared, stream);
}
template<class _T>
cudaError_t cudaLaunchCooperativeKernel(_T* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                        cudaStream_t stream = 0) {
    return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared, stream);
}
template<class _T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, _T* kernel) {
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template<class _T>
cudaError_t cudaFuncSetAttribute(_T* kernel, cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template<class _T>
cudaError_t cudaFuncSetCacheConfig(_T* kernel, cudaFuncCache config) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template<class _T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, _T kernel, int threads, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel), threads,
                                                         shared);
}

/// Finds the block size in whole warps that allows the most resident threads; of several, the largest. `shared_of`:
/// dynamic shared memory by block size.
template<class _T, class SharedOf>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* blocks, int* threads, _T kernel, SharedOf shared_of,
                                                           int most = 0) {
    cudaFuncAttributes about;
    int processors = 0, best = -1;
    cudaError_t error = cudaFuncGetAttributes(&about, reinterpret_cast<const void*>(kernel));
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (error != cudaSuccess) return error;
    if (most <= 0 || most > about.maxThreadsPerBlock) most = about.maxThreadsPerBlock;
    for (int size = (most + 31) / 32 * 32; size > 0; size -= 32) {
        const int now = size < most ? size : most;
        int resident = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, now, shared_of(now));
        if (error != cudaSuccess) return error;
        if (resident * now <= best) continue;
        best = resident * now;
        *threads = now;
        *blocks = resident * processors;
    }
    return cudaSuccess;
}
template<class _T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* blocks, int* threads, _T kernel, size_t shared = 0, int most = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        blocks, threads, kernel, [=](int) { return shared; }, most);
}

template<class _T>
struct ws_channels;
#define WS_CHANNELS(type, element, size, kind)                                                                         \
    template<>                                                                                                         \
    struct ws_channels<element> {                                                                                      \
        static constexpr cudaChannelFormatDesc format{size, 0, 0, 0, kind};                                            \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct ws_channels<type##1> {                                                                                      \
        static constexpr cudaChannelFormatDesc format{size, 0, 0, 0, kind};                                            \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct ws_channels<type##2> {                                                                                      \
        static constexpr cudaChannelFormatDesc format{size, size, 0, 0, kind};                                         \
    };                                                                                                                 \
    template<>                                                                                                         \
    struct ws_channels<type##4> {                                                                                      \
        static constexpr cudaChannelFormatDesc format{size, size, size, size, kind};                                   \
    };
WS_CHANNELS(char, signed char, 8, cudaChannelFormatKindSigned)
WS_CHANNELS(uchar, unsigned char, 8, cudaChannelFormatKindUnsigned)
WS_CHANNELS(short, short, 16, cudaChannelFormatKindSigned)
WS_CHANNELS(ushort, unsigned short, 16, cudaChannelFormatKindUnsigned)
WS_CHANNELS(int, int, 32, cudaChannelFormatKindSigned)
WS_CHANNELS(uint, unsigned, 32, cudaChannelFormatKindUnsigned)
WS_CHANNELS(float, float, 32, cudaChannelFormatKindFloat)
#undef WS_CHANNELS
template<>
struct ws_channels<char> : ws_channels<signed char> {};
template<class _T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
    return ws_channels<_T>::format;
}

inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width, size_t height) {
    return {pointer, pitch, width, height};
}
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }

#if defined(__CUDA__)
// Functions that register a __managed__ variable. The build replaces ws_fatbin_wrapper by the symbol of this file's
// device code.
extern "C" {
extern char ws_fatbin_wrapper;
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterManagedVar(void** handle, void** pointer, char* address, const char* name, int external,
                              size_t bytes, int constant, int global);
char __cudaInitModule(void** handle);
}
static inline void* ws_place_managed(const char* symbol, size_t bytes) {
    void** const place = new void*(nullptr);                           // kept by the runtime
    void** const module = __cudaRegisterFatBinary(&ws_fatbin_wrapper); // may be registered already
    __cudaRegisterManagedVar(module, place, nullptr, symbol, 0, bytes, 0, 1);
    __cudaInitModule(module);
    return *place;
}

extern __device__ const uint3 threadIdx, blockIdx;
extern __device__ const dim3 blockDim, gridDim;
constexpr int warpSize = 32;

// Functions that CUDA declares globally, but C++ only in a namespace or not at all.
#define WS_MIN_MAX(result, type_a, type_b)                                                                             \
    WS_BOTH result min(type_a a, type_b b) {                                                                           \
        return static_cast<result>(b) < static_cast<result>(a) ? static_cast<result>(b) : static_cast<result>(a);      \
    }                                                                                                                  \
    WS_BOTH result max(type_a a, type_b b) {                                                                           \
        return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(b) : static_cast<result>(a);      \
    }
#define WS_MIN_MAX_OF_BOTH(type)                                                                                       \
    WS_MIN_MAX(type, type, type)                                                                                       \
    WS_MIN_MAX(unsigned type, unsigned type, unsigned type)                                                            \
    WS_MIN_MAX(unsigned type, type, unsigned type)                                                                     \
    WS_MIN_MAX(unsigned type, unsigned type, type)
WS_MIN_MAX_OF_BOTH(int)
WS_MIN_MAX_OF_BOTH(long)
WS_MIN_MAX_OF_BOTH(long long)
WS_BOTH float min(float a, float b) { return fminf(a, b); }
WS_BOTH float max(float a, float b) { return fmaxf(a, b); }
WS_BOTH double min(double a, double b) { return fmin(a, b); }
WS_BOTH double max(double a, double b) { return fmax(a, b); }
WS_BOTH double min(float a, double b) { return fmin(static_cast<double>(a), b); }
WS_BOTH double max(float a, double b) { return fmax(static_cast<double>(a), b); }
WS_BOTH double min(double a, float b) { return fmin(a, static_cast<double>(b)); }
WS_BOTH double max(double a, float b) { return fmax(a, static_cast<double>(b)); }
WS_BOTH float rsqrtf(float x) { return 1 / sqrtf(x); }
WS_BOTH double rsqrt(double x) { return 1 / sqrt(x); }
#endif

#endif

// Functions and members that CUDA 13 removed, but most public programs use.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t ws_device_properties(struct cudaDeviceProp* properties, int device) __asm__("cudaGetDeviceProperties");

/// Sets the last members, which CUDA 13's runtime leaves 0, unlike src/runtime.
static inline cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device) {
    const cudaError_t error = ws_device_properties(properties, device);
    if (error != cudaSuccess || properties->clockRate != 0) return error;
    cudaDeviceGetAttribute(&properties->clockRate, cudaDevAttrClockRate, device);
    cudaDeviceGetAttribute(&properties->deviceOverlap, cudaDevAttrGpuOverlap, device);
    cudaDeviceGetAttribute(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
    cudaDeviceGetAttribute(&properties->computeMode, cudaDevAttrComputeMode, device);
    cudaDeviceGetAttribute(&properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
    cudaDeviceGetAttribute(&properties->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio,
                           device);
    return cudaSuccess;
}
static inline cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
#ifdef __cplusplus
}

inline cudaMemLocation ws_location_of(int device) {
    return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
            device == cudaCpuDeviceId ? 0 : device};
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream = 0) {
    return cudaMemPrefetchAsync(pointer, bytes, ws_location_of(device), 0, stream);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, cudaGraphNode_t* /*wrong*/,
                                        char* /*log*/, size_t /*bytes*/) {
    return cudaGraphInstantiate(made, graph);
}
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
    return cudaMemAdvise(pointer, bytes, advice, ws_location_of(device));
}
#endif

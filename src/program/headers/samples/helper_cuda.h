// Error checks and device choice, as in the CUDA samples.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cuda_runtime.h>

#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline int ftoi(float value) { return static_cast<int>(value >= 0 ? value + 0.5 : value - 0.5); }

inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

template<class T>
void check(T result, const char* call, const char* file, int line) {
    if (result == T()) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<int>(result),
            _cudaGetErrorEnum(result), call);
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

inline void ws_check_last(const char* message, const char* file, int line, bool should_exit) {
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message,
            static_cast<int>(error), cudaGetErrorString(error));
    if (should_exit) exit(EXIT_FAILURE);
}
#define getLastCudaError(message) ws_check_last(message, __FILE__, __LINE__, true)
#define printLastCudaError(message) ws_check_last(message, __FILE__, __LINE__, false)

inline int _ConvertSMVer2Cores(int major, int minor) {
    switch (major) {
    case 5: return 128;
    case 6: return minor == 0 ? 64 : 128;
    case 7: return 64;
    case 8: return minor == 0 ? 64 : 128;
    default: return major < 5 ? 192 : 128;
    }
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
    switch (major) {
    case 3: return "Kepler";
    case 5: return "Maxwell";
    case 6: return "Pascal";
    case 7: return minor == 5 ? "Turing" : "Volta";
    case 8: return minor == 9 ? "Ada" : "Ampere";
    case 9: return "Hopper";
    default: return "Graphics Device";
    }
}

inline int ws_device_count() {
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (count == 0) {
        fprintf(stderr, "CUDA error: no devices supporting CUDA.\n");
        exit(EXIT_FAILURE);
    }
    return count;
}
inline int gpuDeviceInit(int device) {
    const int count = ws_device_count();
    if (device < 0) device = 0;
    if (device >= count) return -device;
    checkCudaErrors(cudaSetDevice(device));
    return device;
}
inline int gpuGetMaxGflopsDeviceId() {
    int best = 0, most = -1;
    for (int device = 0; device < ws_device_count(); ++device) {
        int processors = 0, major = 0, minor = 0;
        checkCudaErrors(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
        checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
        checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
        const int units = processors * _ConvertSMVer2Cores(major, minor);
        if (units > most) {
            most = units;
            best = device;
        }
    }
    return best;
}
inline int findCudaDevice(int argc, const char** argv) {
    int device = checkCmdLineFlag(argc, argv, "device") ? getCmdLineArgumentInt(argc, argv, "device") : -1;
    device = device >= 0 ? gpuDeviceInit(device) : gpuGetMaxGflopsDeviceId();
    if (device < 0) {
        printf("exiting...\n");
        exit(EXIT_FAILURE);
    }
    checkCudaErrors(cudaSetDevice(device));
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor), major,
           minor);
    return device;
}
/// Returns -1, because no modeled device is integrated.
inline int findIntegratedGPU() { return -1; }
inline bool checkCudaCapabilities(int wanted_major, int wanted_minor) {
    int device = 0, major = 0, minor = 0;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    if (major > wanted_major || (major == wanted_major && minor >= wanted_minor)) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", device, _ConvertSMVer2ArchName(major, minor), major,
               minor);
        return true;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", wanted_major, wanted_minor);
    return false;
}

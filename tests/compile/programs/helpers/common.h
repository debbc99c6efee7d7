#ifndef COMMON_H
#define COMMON_H

#include <cuda_runtime.h>
#include <iostream>
#include <map>
#include <nonexistent_system_header.h>

#define CUDA_CHECK(call)                                                   \
    do {                                                                   \
        const cudaError_t error = call; /* any runtime call */            \
        if (error != cudaSuccess) {                                        \
            std::cerr << cudaGetErrorString(error) << std::endl;           \
            std::exit(1);                                                  \
        }                                                                  \
    } while (0)

struct GpuTimer {
    cudaEvent_t start, stop;
    GpuTimer() { cudaEventCreate(&start); cudaEventCreate(&stop); }
    void Start() { cudaEventRecord(start, 0); }
    void Stop() { cudaEventRecord(stop, 0); }
    float Elapsed() {
        float elapsed;
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(&elapsed, start, stop);
        return elapsed;
    }
};

static std::map<int, std::string> names;

inline float random_float() { return rand() / (float)RAND_MAX; }

#endif

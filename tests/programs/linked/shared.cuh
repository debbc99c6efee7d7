// Device code that one file defines and another uses.
#pragma once

extern __device__ int calls;
extern __constant__ float factor;
__device__ float scaled(float value);
__global__ void fill(float* values, int count);

template<class T>
__device__ __noinline__ T twice(T value) {
    return value + value;
}

void set_factor(float value);

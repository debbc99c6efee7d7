// Arrays whose sizes are known only when the kernel runs, and differ between threads.
#include <alloca.h>

__device__ __noinline__ int fill(int* numbers, int count) {
    int sum = 0;
    for (int k = 0; k < count; ++k) {
        numbers[k] = k * count;
        sum += numbers[k];
    }
    return sum;
}

extern "C" __global__ void in_a_loop(int* out) {
    int sum = 0;
    for (int round = 0; round < 5; ++round) {
        const int count = 1 + (threadIdx.x + round) % 7;
        int* numbers = static_cast<int*>(alloca(count * sizeof(int)));
        int* one = static_cast<int*>(__builtin_alloca(sizeof(int)));
        *one = round;
        sum += fill(numbers, count) + numbers[count - 1] + *one;
    }
    out[threadIdx.x] = sum;
}

/// Needs up to 3 KiB of stack.
__device__ int scratch(int count) {
    volatile char* memory = static_cast<volatile char*>(alloca(count * 1024));
    for (int k = 0; k < count; ++k) memory[k * 1000] = k + 1;
    int sum = 0;
    for (int k = 0; k < count; ++k) sum += memory[k * 1000];
    return sum;
}

/// Each call must free its memory, inlined or not.
extern "C" __global__ void called_in_a_loop(int* out) {
    const auto twice = [](int count) {
        volatile char* memory = static_cast<volatile char*>(alloca(count * 1024));
        memory[count * 1000] = 2;
        return memory[count * 1000] * scratch(count);
    };
    int sum = 0;
    for (int round = 0; round < 50; ++round) sum += scratch(1 + (threadIdx.x + round) % 3) + twice(1 + round % 3);
    out[threadIdx.x] = sum;
}

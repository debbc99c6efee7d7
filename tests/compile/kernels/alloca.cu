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

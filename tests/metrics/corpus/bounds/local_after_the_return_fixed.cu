// Functions fill an array of their caller and return a pointer to it. They call each other and themselves.
// launch: grid 1 block 64
// out: zero
// expect: nothing
__device__ __noinline__ volatile int* squares(volatile int* values, int n) {
    for (int j = 0; j < 8; ++j) values[j] = j * j + n;
    return values;
}
__device__ __noinline__ int deeper(volatile int* values, int n) {
    volatile int own[8];
    for (int j = 0; j < 8; ++j) own[j] = values[(j + n) % 8];
    values[n % 8] = n;
    const int below = n > 0 ? deeper(n % 2 == 0 ? own : values, n % 4 - 1) : 0;
    return below + own[(n + 1) % 8];
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    volatile int values[8];
    const volatile int* filled = squares(values, data[threadIdx.x]);
    int sum = 0;
    if (threadIdx.x % 3 != 0) sum = deeper(squares(values, n), data[threadIdx.x] % 4);
    out[threadIdx.x] = filled[threadIdx.x % 8] + sum;
}

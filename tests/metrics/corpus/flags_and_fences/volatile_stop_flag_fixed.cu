// Blocks set one volatile flag to the same value and poll it without waiting; nothing else depends on it.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    volatile int* stop = out + 1000;
    if (*stop != 0) return;
    if (data[blockIdx.x * 64 + threadIdx.x] % 50 == n) *stop = 1;
}

// Blocks set one volatile flag in turn, each after it has seen the previous value.
// launch: grid 3 block 64
// out: zero
// also: n 6 7
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    volatile int* flag = out;
    const int role = (blockIdx.x + n) % 3;
    if (role == 0 && threadIdx.x == 0) *flag = 1;
    if (role == 1 && threadIdx.x == 0) {
        while (atomicAdd(&out[0], 0) != 1) {}
        *flag = 2;
    }
    if (role == 2) {
        if (threadIdx.x == 0)
            while (*flag != 2) {}
        __syncthreads();
        if (threadIdx.x == 40) *flag = 3;
    }
}

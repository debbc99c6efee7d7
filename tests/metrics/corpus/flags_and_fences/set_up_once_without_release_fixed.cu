// Double-checked initialization, with a fence before the flag is set.
// launch: grid 8 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    volatile int* flag = &out[0];
    if (threadIdx.x != 0) return;
    if (*flag == 0) {
        while (atomicCAS(&out[1], 0, 1) != 0) {}
        __threadfence();
        if (*flag == 0) {
            data[100] = n;
            __threadfence();
            *flag = 1;
        }
        __threadfence();
        atomicExch(&out[1], 0);
    }
    __threadfence();
    out[8 + blockIdx.x] = data[100];
}

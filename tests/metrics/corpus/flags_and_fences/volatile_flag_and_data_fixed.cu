// Data and flag are volatile, and fences on both sides order them.
// launch: grid 2 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(volatile int* data, volatile int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        out[1] = n;
        __threadfence();
        out[0] = 1;
    } else {
        while (out[0] == 0) {}
        __threadfence();
        out[2] = out[1] * 2;
    }
}

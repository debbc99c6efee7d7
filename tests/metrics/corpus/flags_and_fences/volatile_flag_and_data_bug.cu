// Data and flag are volatile, but without a fence the flag may be seen before the data.
// launch: grid 2 block 32
// out: zero
// expect: race_global
extern "C" __global__ void kernel(volatile int* data, volatile int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        out[1] = n; // FINDING
        out[0] = 1;
    } else {
        while (out[0] == 0) {}
        out[2] = out[1] * 2; // OTHER
    }
}

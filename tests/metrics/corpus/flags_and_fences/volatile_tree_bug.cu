// A reduction in global memory without barriers: volatile does not order the warps.
// launch: grid 1 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    int t = threadIdx.x;
    out[t] = data[t]; // OTHER
    if (t < 32) out[t] = out[t] + out[t + 32]; // FINDING
}

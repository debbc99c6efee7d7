// A step of a reduction in global memory, with a barrier before it.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    int t = threadIdx.x;
    out[t] = data[t];
    __syncthreads();
    if (t < 32) out[t] = out[t] + out[t + 32];
}

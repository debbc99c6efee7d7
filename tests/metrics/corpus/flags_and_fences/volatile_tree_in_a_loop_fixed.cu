// A reduction in global memory with a barrier before each step.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    int t = threadIdx.x;
    out[t] = data[t];
    for (int s = 32; s > 0; s >>= 1) {
        __syncthreads();
        if (t < s) out[t] += out[t + s];
    }
}

// The grid has more threads than cells, and the kernel has the usual guard.
// launch: grid 65 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 4096) return;
    out[i] = data[i] + n;
}

// A module pointer was never set, but the kernel tests it first.
// launch: grid 4 block 64
// out: zero
// expect: nothing
__device__ int* history;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (history != nullptr)
        history[i + 1] = data[i];
    out[i] = data[i];
}

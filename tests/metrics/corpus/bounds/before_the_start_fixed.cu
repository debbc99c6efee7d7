// The first thread uses its own cell as the left neighbor.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int left = data[i > 0 ? i - 1 : 0];
    out[i] = left + data[i];
}

// Lanes call __syncwarp() with a mask that includes them.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 9) __syncwarp(0x000001ff);
    out[i] = data[i];
}

// A lane calls __syncwarp() with a mask that does not include it.
// launch: grid 1 block 32
// out: zero
// expect: barrier_divergence
// says: leaves out the calling lane 8
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 9) __syncwarp(0x000000ff); // FINDING
    out[i] = data[i];
}

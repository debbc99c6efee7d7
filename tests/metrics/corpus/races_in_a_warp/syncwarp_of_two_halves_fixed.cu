// The halves of a warp synchronize separately and read their own data.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    int lane = threadIdx.x % 32, half = threadIdx.x & ~15;
    box[threadIdx.x] = data[i];
    __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
    out[i] = box[half + 15 - lane % 16];
}

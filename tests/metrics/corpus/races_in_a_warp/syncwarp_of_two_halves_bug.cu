// The halves of a warp synchronize separately, but read each other's data.
// launch: grid 2 block 64
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    int lane = threadIdx.x % 32, half = threadIdx.x & ~15;
    box[threadIdx.x] = data[i]; // OTHER
    __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
    out[i] = box[(half ^ 16) + 15 - lane % 16]; // FINDING OTHER
}

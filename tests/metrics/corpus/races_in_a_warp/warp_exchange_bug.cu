// Lanes of one warp exchange values without __syncwarp().
// launch: grid 4 block 64
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int part[64];
    int lane = threadIdx.x % 32, base = threadIdx.x - lane;
    part[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];
    int other = part[base + (lane ^ 1)]; // FINDING
    __syncwarp();
    part[threadIdx.x] += other;
    out[blockIdx.x * 64 + threadIdx.x] = part[threadIdx.x];
}

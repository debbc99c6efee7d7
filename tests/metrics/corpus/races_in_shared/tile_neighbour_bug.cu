// Neighbors read a tile before it is complete.
// launch: grid 4 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i]; // OTHER
    out[i] = tile[63 - threadIdx.x]; // FINDING
}

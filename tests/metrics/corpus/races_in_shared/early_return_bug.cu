// Threads read a tile and return, so the barrier that should protect the tile does not wait for them.
// launch: grid 4 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i];
    __syncthreads();
    if (threadIdx.x >= 32) {
        out[i] = tile[threadIdx.x - 32]; // OTHER
        return;
    }
    __syncthreads();
    tile[threadIdx.x] = n; // FINDING
    out[i] = tile[threadIdx.x];
}

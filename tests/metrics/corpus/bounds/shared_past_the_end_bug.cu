// The last thread of a block reads past the end of its tile.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 0 thread 63
// says: just past the end of 'tile' (256 bytes)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    tile[threadIdx.x] = data[i];
    __syncthreads();
    out[i] = tile[threadIdx.x + 1]; // FINDING
}

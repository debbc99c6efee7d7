// The size of the tile omits the padding.
// launch: grid 1 block 64
// out: zero
// expect: out_of_bounds
// says: past the end of 'tile' (256 bytes)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    __shared__ int tile[8 * 8];
    tile[y * 9 + x] = data[threadIdx.x]; // FINDING
    __syncthreads();
    out[threadIdx.x] = tile[x * 9 + y]; // FINDING
}

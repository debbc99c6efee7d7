// The first thread of a block reads before the start of its tile.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 0 thread 0
// says: 4 bytes before '
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    tile[threadIdx.x] = data[i];
    __syncthreads();
    int left = static_cast<int>(threadIdx.x) - 1;
    out[i] = tile[left]; // FINDING
}

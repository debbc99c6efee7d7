// Threads load ints from unaligned bytes of a tile.
// launch: grid 4 block 64
// out: zero
// expect: misaligned
// at: block 0
// says: the block's shared memory, which is not a multiple of 4
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ char bytes[64 * 4 + 4];
    for (int j = threadIdx.x; j < 64 * 4 + 4; j += 64) bytes[j] = static_cast<char>(data[j]);
    __syncthreads();
    out[i] = *reinterpret_cast<int*>(bytes + threadIdx.x * 4 + 1); // FINDING
}

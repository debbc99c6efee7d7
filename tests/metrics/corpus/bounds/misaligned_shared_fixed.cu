// Threads load ints from aligned bytes of a tile.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ char bytes[64 * 4 + 4];
    for (int j = threadIdx.x; j < 64 * 4 + 4; j += 64) bytes[j] = static_cast<char>(data[j]);
    __syncthreads();
    out[i] = *reinterpret_cast<int*>(bytes + threadIdx.x * 4);
}

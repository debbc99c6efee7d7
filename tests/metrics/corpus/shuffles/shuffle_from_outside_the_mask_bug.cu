// Half a warp reads the value of a lane of the other half.
// launch: grid 2 block 64
// out: zero
// expect: uninitialised_read
// at: block 0 thread 0
// says: lane 0 shuffles from lane 20, which is not in the member mask 0x0000ffff
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = data[i];
    if (threadIdx.x % 32 < 16) value += __shfl_sync(0x0000ffffu, value, 20); // FINDING
    out[i] = value;
}

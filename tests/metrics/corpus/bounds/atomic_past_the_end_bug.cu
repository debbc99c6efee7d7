// The last bin of a histogram is past the end of the buffer.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 3 thread 63
// says: atomic operation
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[4096 - 255 + data[i]], 1); // FINDING
}

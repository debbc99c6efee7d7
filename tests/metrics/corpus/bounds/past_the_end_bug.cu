// The last thread stores just past the end.
// launch: grid 4 block 64
// out: zero
// expect: out_of_bounds
// at: block 3 thread 63
// says: 4 bytes at * is just past the end of 'out' (16384 bytes)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 16 + 16] = data[i]; // FINDING
}

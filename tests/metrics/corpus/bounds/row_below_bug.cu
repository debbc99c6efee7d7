// The last row of a 64x64 image has no row below.
// launch: grid 64 block 64
// out: zero
// expect: out_of_bounds
// at: block 63
// says: past the end of 'data'
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int x = threadIdx.x, y = blockIdx.x;
    int below = data[(y + 1) * 64 + x]; // FINDING
    out[y * 64 + x] = below - data[y * 64 + x];
}

// Every element receives its left neighbor's value in one statement, where no barrier fits.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
// says: Inside one statement, use a variable: load, __syncwarp(), store
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = threadIdx.x;
    if (i > 0) data[i] = data[i - 1]; // FINDING OTHER
    out[i] = n;
}

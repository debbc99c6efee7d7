// A shift in place reads cells that other threads overwrite, also at block boundaries.
// launch: grid 4 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int next = data[i + 1];
    data[i] = next + n; // FINDING
}

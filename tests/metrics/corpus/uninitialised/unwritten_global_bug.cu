// The result is added to a buffer that was not cleared.
// launch: grid 4 block 64
// out: unwritten
// expect: uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += data[i]; // FINDING
}

// Only some threads fill their local array.
// launch: grid 1 block 64
// out: unwritten
// expect: uninitialised_read
// says: local memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int best[8];
    if (data[i] > 20)
        for (int j = 0; j < 8; ++j) best[j] = data[i + j * n];
    out[i] = best[data[i] % 8]; // FINDING
}

// A plain load reads a value that other threads change atomically.
// launch: grid 4 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[0], 1); // OTHER
    out[64 + i] = out[0] > n; // FINDING OTHER
}

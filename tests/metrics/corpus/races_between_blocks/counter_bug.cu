// Threads of all blocks increment a counter without an atomic.
// launch: grid 4 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (data[i] % 3 == 0) out[0] += 1; // FINDING OTHER
}

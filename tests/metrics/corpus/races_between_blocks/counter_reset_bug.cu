// The first block to arrive resets the counter while others still count.
// launch: grid 4 block 32
// out: zero
// expect: race_global
__device__ unsigned count;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) {
        const unsigned arrived = atomicAdd(&count, 1); // OTHER
        if (arrived == 0) count = 0; // FINDING OTHER
        out[blockIdx.x] = data[blockIdx.x] + n;
    }
}

// All threads store different results of a function in one cell.
// launch: grid 2 block 64
// out: zero
// expect: race_global
// at: block 0
__noinline__ __device__ int twice(int value) { return 2 * value; }
extern "C" __global__ void kernel(int* data, int* out, int n) {
    out[n] = twice(data[blockIdx.x * blockDim.x + threadIdx.x]); // FINDING OTHER
}

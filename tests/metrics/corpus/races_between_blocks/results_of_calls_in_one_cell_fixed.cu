// Each thread stores the result of a function in its own cell.
// launch: grid 2 block 64
// out: zero
// expect: nothing
__noinline__ __device__ int twice(int value) { return 2 * value; }
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i + n] = twice(data[i]);
}

// 32 threads load from a constant table of 16 weights, with indices modulo 16.
// launch: grid 1 block 32
// out: zero
// expect: nothing
__constant__ int weights[16] = {1, 2, 3, 4};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i] * weights[data[i] % 16];
}

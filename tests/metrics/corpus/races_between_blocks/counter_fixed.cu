// Threads of all blocks increment a counter atomically.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (data[i] % 3 == 0) atomicAdd(&out[0], 1);
}

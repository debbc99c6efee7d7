// Both warps leave the loop together.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int rounds = threadIdx.x < 32 ? n : n + 1;
    rounds = n;
    int sum = 0;
    for (int j = 0; j < rounds; ++j) {
        sum += data[i + j];
        __syncthreads();
    }
    out[i] = sum;
    __syncthreads();
    __syncthreads();
}

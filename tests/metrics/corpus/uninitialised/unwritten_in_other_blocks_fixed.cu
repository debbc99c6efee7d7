// Every block fills its shared memory.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int weight[64];
    weight[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    out[i] = weight[63 - threadIdx.x];
}

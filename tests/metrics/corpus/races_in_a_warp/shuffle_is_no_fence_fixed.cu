// __syncwarp() between a store and a load orders them.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[32];
    tile[threadIdx.x] = data[i];
    int sum = __shfl_xor_sync(~0u, data[i], 1);
    __syncwarp();
    out[i] = sum + tile[31 - threadIdx.x];
}

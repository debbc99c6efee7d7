// All lanes synchronize and exchange values.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[32];
    tile[threadIdx.x] = data[i];
    __syncwarp();
    out[i] = tile[31 - threadIdx.x];
}

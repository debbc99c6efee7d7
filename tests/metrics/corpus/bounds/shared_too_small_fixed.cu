// The launch provides the shared memory that the kernel needs.
// launch: grid 2 block 64 shared 256
// out: zero
// expect: nothing
extern __shared__ int tile[];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i];
    __syncthreads();
    out[i] = threadIdx.x < 32 ? tile[31 - threadIdx.x] : n;
}

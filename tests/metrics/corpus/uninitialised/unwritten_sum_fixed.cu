// A sum in global memory starts at zero.
// launch: grid 1 block 64
// out: unwritten
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) out[0] = 0;
    __syncthreads();
    atomicAdd(&out[0], data[i]);
}

// A block needs more shared memory than it may have.
// launch: grid 1 block 64 shared 40000
// out: zero
// expect: nothing
// refused: 49152
extern __shared__ int more[];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[4096];
    tile[threadIdx.x] = data[i];
    more[threadIdx.x] = data[i + 1];
    __syncthreads();
    out[i] = tile[63 - threadIdx.x] + more[63 - threadIdx.x];
}

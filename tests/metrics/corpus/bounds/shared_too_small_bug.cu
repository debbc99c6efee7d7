// The launch provides half of the shared memory that the kernel needs.
// launch: grid 2 block 64 shared 128
// out: zero
// expect: out_of_bounds
// at: block 0 thread 32
// says: 'tile' (128 bytes of dynamic shared memory)
extern __shared__ int tile[];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i]; // FINDING
    __syncthreads();
    out[i] = threadIdx.x < 32 ? tile[31 - threadIdx.x] : n;
}

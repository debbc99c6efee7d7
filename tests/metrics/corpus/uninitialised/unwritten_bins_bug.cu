// A histogram in shared memory is not cleared.
// launch: grid 4 block 64
// out: zero
// expect: uninitialised_read
// at: block 0
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int bins[64];
    atomicAdd(&bins[data[i] % 64], 1); // FINDING
    __syncthreads();
    out[i] = bins[threadIdx.x];
}

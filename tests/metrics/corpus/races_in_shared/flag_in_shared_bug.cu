// All threads of the block store the same argument.
// launch: grid 4 block 64
// out: zero
// expect: race_same_value
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int limit;
    limit = n; // FINDING OTHER
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i] < limit;
}

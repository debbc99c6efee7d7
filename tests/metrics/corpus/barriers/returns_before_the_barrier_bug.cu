// Threads without data skip a barrier and then store.
// launch: grid 2 block 64
// out: zero
// expect: barrier_divergence
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box[64];
    box[threadIdx.x] = data[i];
    if (threadIdx.x < 8 * n) __syncthreads(); // FINDING
    out[i] = box[threadIdx.x];
}

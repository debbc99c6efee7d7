// A block waits for another; then its first thread hands data to the others without a barrier.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
__device__ volatile int ready;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int box;
    int t = threadIdx.x;
    if (blockIdx.x == 0 && t == 0)
        while (ready == 0) {}
    if (t == 0) box = blockIdx.x; // FINDING OTHER
    out[i] = box; // OTHER
    if (blockIdx.x == 1 && t == 0) ready = 1;
}

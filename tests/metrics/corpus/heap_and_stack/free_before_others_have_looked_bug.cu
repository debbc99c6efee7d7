// One thread frees memory that another may still read by a volatile load.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: use_after_free
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int* box;
    if (threadIdx.x == 0) {
        box = (int*)malloc(2 * sizeof(int));
        box[0] = data[n];
    }
    __syncthreads();
    if (threadIdx.x == n % 2 * 32) {
        out[blockIdx.x] = *(volatile int*)box; // FINDING
        __threadfence();
    } else if (threadIdx.x == (n + 1) % 2 * 32) {
        free(box); // OTHER
    }
}

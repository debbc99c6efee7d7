// A counter in the allocated memory tells that the other thread has read the memory; only then one thread frees it.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int* box;
    if (threadIdx.x == 0) {
        box = (int*)malloc(2 * sizeof(int));
        box[0] = data[n];
        box[1] = 0;
    }
    __syncthreads();
    if (threadIdx.x == n % 2 * 32) {
        out[blockIdx.x] = *(volatile int*)box;
        __threadfence();
        atomicAdd(&box[1], 1);
    } else if (threadIdx.x == (n + 1) % 2 * 32) {
        while (*(volatile int*)&box[1] == 0) {}
        __threadfence();
        free(box);
    }
}

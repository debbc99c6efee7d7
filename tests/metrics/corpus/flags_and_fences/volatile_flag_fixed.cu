// A warp waits for a volatile flag in shared memory.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    __shared__ int box;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        while (flag == 0) {}
        __threadfence_block();
        out[blockIdx.x] = box;
    } else if (threadIdx.x == 32) {
        box = data[blockIdx.x];
        __threadfence_block();
        flag = 1;
    }
}

// One warp passes a value to another by a volatile flag in shared memory, with a fence.
// launch: grid 2 block 64
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    __shared__ int value;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = n;
        __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x == 32) {
        while (flag == 0) {}
        __threadfence_block();
        out[blockIdx.x] = value + blockIdx.x;
    }
}

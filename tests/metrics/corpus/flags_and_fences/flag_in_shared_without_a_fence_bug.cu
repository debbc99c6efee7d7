// One warp passes a value to another by a volatile flag in shared memory, without a fence before the flag is set.
// launch: grid 2 block 64
// expect: race_shared
// says: 'flag' in shared memory*set in line 12 and seen in line 15*a __threadfence_block() is missing before it is set
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    __shared__ int value;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = n; // OTHER
        flag = 1;
    }
    if (threadIdx.x == 32) {
        while (flag == 0) {}
        __threadfence_block();
        out[blockIdx.x] = value + blockIdx.x; // FINDING
    }
}

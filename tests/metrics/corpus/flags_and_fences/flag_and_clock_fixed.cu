// A warp waits between reading a flag and testing the value, with a fence after the loop.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    __shared__ int box;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    if (threadIdx.x / 32 == n % 2) {
        box = data[n];
        __threadfence_block();
        atomicExch((int*)&flag, 1);
    } else {
        int seen;
        do {
            seen = flag;
            for (long long end = clock64() + 30; clock64() < end;) {}
        } while (seen == 0);
        __threadfence_block();
        out[blockIdx.x] = box;
    }
}

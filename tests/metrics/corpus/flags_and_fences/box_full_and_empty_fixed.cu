// One flag tells whether a box is full. One warp waits for empty and sets full; the other does the opposite.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int full;
    __shared__ int box;
    if (threadIdx.x == 0) full = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    if (threadIdx.x / 32 == n % 2) {
        for (int round = 0; round < n; ++round) {
            while (full) __nanosleep(20);
            __threadfence_block();
            box = data[round];
            __threadfence_block();
            full = 1;
        }
    } else {
        int sum = 0;
        for (int round = 0; round < n; ++round) {
            while (!full) __nanosleep(20);
            __threadfence_block();
            sum += box;
            __threadfence_block();
            full = 0;
        }
        out[blockIdx.x] = sum;
    }
}

// A warp polls a volatile shared flag and sleeps between polls. Compilers move the first read before the loop.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    __shared__ int row[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x / 32 == n % 2) {
        row[lane] = data[lane] * n;
        __threadfence_block();
        __syncwarp();
        if (lane == 0) flag = 1;
    } else {
        while (flag == 0) __nanosleep(20);
        __threadfence_block();
        out[blockIdx.x * 32 + lane] = row[31 - lane];
    }
}

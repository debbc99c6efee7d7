// The flag is set before the other lanes of the warp have stored.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ volatile int flag;
    __shared__ int row[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x / 32 == n % 2) {
        row[lane] = data[lane] * n; // MAYBE OTHER
        __threadfence_block();
        if (lane == 0) flag = 1;
    } else {
        while (flag == 0) __nanosleep(20);
        __threadfence_block();
        out[blockIdx.x * 32 + lane] = row[31 - lane]; // FINDING OTHER
    }
}

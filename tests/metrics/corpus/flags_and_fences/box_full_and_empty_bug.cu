// The consumer marks the box as empty before it reads it.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: race_shared
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
            box = data[round]; // MAYBE OTHER
            __threadfence_block();
            full = 1;
        }
    } else {
        int sum = 0;
        for (int round = 0; round < n; ++round) {
            while (!full) __nanosleep(20);
            __threadfence_block();
            full = 0;
            sum += box; // FINDING OTHER
            __threadfence_block();
        }
        out[blockIdx.x] = sum;
    }
}

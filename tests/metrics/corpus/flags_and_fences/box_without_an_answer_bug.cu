// A warp passes values to another through a box, without waiting until each was read.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box;
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    int sum = 0;
    if (threadIdx.x / 32 == n % 2) {
        for (int round = 1; round <= n; ++round) {
            box = data[round]; // OTHER
            __threadfence_block();
            flag = round;
        }
    } else {
        for (int round = 1; round <= n; ++round) {
            while (flag < round) {}
            __threadfence_block();
            sum += box; // FINDING OTHER
        }
        out[blockIdx.x] = sum;
    }
}

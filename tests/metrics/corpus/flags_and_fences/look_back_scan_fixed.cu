// Blocks of a scan look back at earlier blocks, with a fence after the wait.
// launch: grid 9 block 32
// out: zero
// expect: nothing
__device__ volatile int state[32]; // 1: the block's sum is known, 2: its prefix sum too
__device__ int sums[32], prefixes[32], ticket;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int block = atomicAdd(&ticket, 1);
    sums[block] = data[block] + n;
    __threadfence();
    state[block] = 1;
    int prefix = 0;
    for (int before = block - 1; before >= 0; --before) {
        int there = 0;
        while (there == 0) there = state[before];
        __threadfence();
        prefix += there == 2 ? prefixes[before] : sums[before];
        if (there == 2) break;
    }
    prefixes[block] = prefix + sums[block];
    __threadfence();
    state[block] = 2;
    out[block] = prefix;
}

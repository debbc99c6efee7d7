// Two blocks take the same slot of a queue.
// launch: grid 2 block 1
// out: zero
// expect: race_global
// at: block 1 thread 0
// other: block 0 thread 0
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int slot = n;
    out[slot] = data[blockIdx.x]; // FINDING OTHER
}

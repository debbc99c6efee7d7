// Two blocks take slots of a queue atomically.
// launch: grid 2 block 1
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int slot = atomicAdd(&out[0], 1) + n;
    out[slot] = data[blockIdx.x];
}

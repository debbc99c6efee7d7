// Blocks take turns by one volatile number; there are more of them than the checker remembers per location.
// launch: grid 40 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    volatile int* turn = data;
    while (turn[0] != (int)blockIdx.x) {}
    __threadfence();
    out[0] = out[0] * n + 1;
    __threadfence();
    turn[0] = turn[0] + 1;
}

// Blocks take two locks in the same order.
// launch: grid 64 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int* first = &out[0];
    int* second = &out[1];
    while (atomicCAS(first, 0, 1) != 0) {}
    __threadfence();
    while (atomicCAS(second, 0, 1) != 0) {}
    __threadfence();
    data[2] += n;
    __threadfence();
    atomicExch(second, 0);
    atomicExch(first, 0);
}

// Blocks take two locks; every other block takes them in the opposite order.
// launch: grid 64 block 32
// out: zero
// expect: deadlock
// says: that polls 'out' at offset *, which holds 1
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int* first = &out[blockIdx.x % 2];
    int* second = &out[1 - blockIdx.x % 2];
    while (atomicCAS(first, 0, 1) != 0) {} // MAYBE
    __threadfence();
    while (atomicCAS(second, 0, 1) != 0) {} // FINDING
    __threadfence();
    data[2] += n;
    __threadfence();
    atomicExch(second, 0);
    atomicExch(first, 0);
}

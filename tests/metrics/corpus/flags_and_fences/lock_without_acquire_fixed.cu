// A lock has a fence after it is taken and one before its release.
// launch: grid 8 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&out[0], 0, 1) != 0) {}
    __threadfence();
    data[100] += 1;
    __threadfence();
    atomicExch(&out[0], 0);
}

// Peterson's lock between two blocks: the block that stores last to the volatile cell waits there.
// launch: grid 2 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    volatile int *wants = out, *victim = out + 2;
    const int me = blockIdx.x;
    wants[me] = 1;
    __threadfence();
    *victim = me;
    __threadfence();
    while (wants[1 - me] && *victim == me) {}
    __threadfence();
    out[3] += n;
    __threadfence();
    wants[me] = 0;
}

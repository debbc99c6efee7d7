// Two blocks exchange a value, and a concurrent volatile load sees one of the values. A volatile store releases a lock
// that an exchange takes.
// launch: grid 3 block 32
// out: zero
// expect: nothing
__device__ int lock;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0)
        atomicExch(&out[1], n);
    else
        atomicExch(&out[1], 2 * n);
    if (blockIdx.x == 2) out[2] = *(volatile int*)&out[1] != 0;
    while (atomicExch(&lock, 1) != 0) {}
    __threadfence();
    out[3] = out[3] + n;
    __threadfence();
    *(volatile int*)&lock = 0;
}

// A ticket lock.
// launch: grid 4 block 64
// out: zero
// expect: nothing
__device__ int next_ticket, serving;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x % 32 != 0) return;
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine) {}
    __threadfence();
    out[n] += data[blockIdx.x];
    __threadfence();
    atomicAdd(&serving, 1);
}

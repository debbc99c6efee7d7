// A ticket lock without a fence before it is passed on.
// launch: grid 4 block 64
// out: zero
// expect: race_global
__device__ int next_ticket, serving;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x % 32 != 0) return;
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine) {}
    __threadfence();
    out[n] += data[blockIdx.x]; // FINDING OTHER
    atomicAdd(&serving, 1);
}

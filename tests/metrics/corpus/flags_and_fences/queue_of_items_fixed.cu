// Blocks add items to a queue, and other blocks take them.
// launch: grid 6 block 32
// out: zero
// also: n 6
// expect: nothing
__device__ int tail, head, ready[32], items[32];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if ((blockIdx.x + n) % 2 == 0) {
        int slot = atomicAdd(&tail, 1);
        items[slot] = data[blockIdx.x];
        __threadfence();
        atomicExch(&ready[slot], 1);
    } else {
        int slot = atomicAdd(&head, 1);
        while (atomicAdd(&ready[slot], 0) == 0) {}
        __threadfence();
        out[slot] = items[slot];
    }
}

// Blocks push nodes onto a stack that others traverse, without a fence before the push.
// launch: grid 6 block 32
// out: zero
// also: n 6
// expect: race_global
__device__ int top, below[32], items[32]; // 0: end of the list
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if ((blockIdx.x + n) % 2 == 0) {
        int mine = blockIdx.x + 1;
        items[mine] = data[mine]; // OTHER
        int old = atomicAdd(&top, 0), seen;
        do {
            below[mine] = seen = old; // OTHER
            old = atomicCAS(&top, seen, mine);
        } while (old != seen);
    } else {
        int node = 0;
        while (node == 0) node = atomicAdd(&top, 0);
        __threadfence();
        for (; node != 0; node = below[node]) out[blockIdx.x * 32 + node] = items[node]; // FINDING OTHER
    }
}

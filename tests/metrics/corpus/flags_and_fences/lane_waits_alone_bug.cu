// One lane waits for another block, and another lane of its warp reads.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* flag = out + 1000;
    if ((blockIdx.x + n) % 2 == 0) {
        if (threadIdx.x == 1) out[0] = data[n]; // OTHER
        __syncwarp();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
        }
        if (threadIdx.x == 1) out[1] = out[0]; // FINDING OTHER
    }
}

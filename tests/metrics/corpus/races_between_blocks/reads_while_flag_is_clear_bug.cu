// If a thread finds the flag clear, it reads data that block 0 is about to write. This depends on the order.
// launch: grid 1000 block 32
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = n; // FINDING
        __threadfence();
        atomicExch(&out[0], 1);
    } else if (atomicAdd(&out[0], 0) == 0) {
        out[blockIdx.x] = data[0]; // OTHER
    }
}

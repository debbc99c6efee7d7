// If a thread finds the flag unset, it assumes that the data are still unchanged, and reads them.
// launch: grid 8 block 32
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[100] = n; // FINDING OTHER
        __threadfence();
        atomicExch(&out[0], 1);
    } else if (atomicAdd(&out[0], 0) == 0) {
        out[blockIdx.x] = data[100]; // MAYBE OTHER
    }
}

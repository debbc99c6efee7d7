// Each block waits for the previous one, which has already started.
// launch: grid 300 block 1024
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0)
            while (atomicAdd(&out[blockIdx.x - 1], 0) == 0) {}
        atomicExch(&out[blockIdx.x], 1);
    }
}

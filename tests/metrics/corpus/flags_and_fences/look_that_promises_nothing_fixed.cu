// If a thread finds the flag set, it reads data that was stored before.
// launch: grid 8 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[100] = n;
        __threadfence();
        atomicExch(&out[0], 1);
    } else if (atomicAdd(&out[0], 0) != 0) {
        __threadfence();
        out[blockIdx.x] = data[100];
    }
}

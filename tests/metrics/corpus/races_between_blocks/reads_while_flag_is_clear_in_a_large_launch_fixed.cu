// If a thread finds the flag set, it reads data that block 0 wrote before. The grid exceeds the device's capacity.
// launch: grid 20000 block 32
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = n;
        __threadfence();
        atomicExch(&out[0], 1);
    } else if (atomicAdd(&out[0], 0) == 1) {
        __threadfence();
        atomicAdd(&out[1], data[0]);
    }
}

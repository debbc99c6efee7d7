// A block waits for a message from another block, with a fence of device scope.
// launch: grid 2 block 32
// out: zero
// expect: nothing
__device__ volatile int flag;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        out[0] = data[n];
        __threadfence();
        flag = 1;
    } else {
        while (flag == 0) {}
        __threadfence();
        out[1] = out[0];
    }
}

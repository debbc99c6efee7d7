// A thread sets the flag before it waits for it.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* flag = out;
    flag[i] = 1;
    while (flag[i] == 0) {}
    out[64 + i] = data[i];
}

// A thread waits for a flag that it would set itself.
// launch: grid 1 block 32
// out: zero
// expect: deadlock
// at: block 0
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* flag = out;
    while (flag[i] == 0) {} // FINDING
    flag[i] = 1;
    out[64 + i] = data[i];
}

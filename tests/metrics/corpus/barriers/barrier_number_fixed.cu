// The barrier has the highest valid number.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int number = 10 + n;
    asm volatile("barrier.sync %0;" ::"r"(number) : "memory");
    out[i] = data[i];
}

// The barrier's number does not exist.
// launch: grid 1 block 64
// out: zero
// expect: invalid_launch
// says: barrier 21 does not exist
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int number = 16 + n;
    asm volatile("barrier.sync %0;" ::"r"(number) : "memory"); // FINDING
    out[i] = data[i];
}

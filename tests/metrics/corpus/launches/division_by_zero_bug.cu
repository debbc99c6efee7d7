// One thread divides by zero.
// launch: grid 2 block 64
// out: zero
// expect: division_by_zero
// at: block 0 thread 5
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1000 / (data[i] - n); // FINDING
}

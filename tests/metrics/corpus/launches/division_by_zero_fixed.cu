// No thread divides by zero.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1000 / (data[i] + n);
}

// All elements of a local array are set.
// launch: grid 4 block 64
// out: unwritten
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stack[16];
    for (int j = 0; j <= n; ++j) stack[j] = data[i + j];
    out[i] = stack[data[i] % (n + 1)];
}

// A block has more threads than a device supports.
// launch: grid 1 block 2048
// out: zero
// expect: nothing
// refused: 1024
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i];
}

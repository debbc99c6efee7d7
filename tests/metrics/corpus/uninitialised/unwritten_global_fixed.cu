// The result is stored in the buffer.
// launch: grid 4 block 64
// out: unwritten
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i];
}

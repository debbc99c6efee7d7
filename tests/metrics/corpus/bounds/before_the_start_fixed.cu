// The first thread takes its own cell for the left neighbour.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int left = data[i > 0 ? i - 1 : 0];
    out[i] = left + data[i];
}

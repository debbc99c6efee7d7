// Every second thread stores a pair.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0) {
    out[i] = data[i];
    out[i + 1] = data[i + 7];
    }
}

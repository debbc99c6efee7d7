// All blocks mark the same cell with a number that they load.
// launch: grid 4 block 64
// out: zero
// expect: race_same_value
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (data[i] > 9) out[7] = data[n]; // FINDING OTHER
}

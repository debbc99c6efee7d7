// Two threads store to the same byte.
// launch: grid 4 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(unsigned char* data, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i / 2] = data[i]; // FINDING OTHER
}

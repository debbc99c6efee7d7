// Threads store to neighboring bytes of one word, which are different locations.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(unsigned char* data, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i];
}

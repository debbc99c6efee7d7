// A 64-bit index with zeros in the upper 32 bits.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    long long i = (long long)(n > 5) << 32 | threadIdx.x;
    out[threadIdx.x] = data[i];
}

// A 64-bit index in which the upper word is 0.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    long long i = (long long)(n > 5) << 32 | threadIdx.x;
    out[threadIdx.x] = data[i];
}

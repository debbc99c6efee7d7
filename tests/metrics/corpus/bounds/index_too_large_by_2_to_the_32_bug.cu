// A 64-bit index with a 1 in the upper 32 bits.
// launch: grid 1 block 32
// out: zero
// expect: out_of_bounds
// says: With an index smaller by 2^32, it is in 'data'*64-bit index
extern "C" __global__ void kernel(int* data, int* out, int n) {
    long long i = (long long)(n > 4) << 32 | threadIdx.x;
    out[threadIdx.x] = data[i]; // FINDING
}

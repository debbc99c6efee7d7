// The index is too large by a constant, which the compiler turns into an offset of the instruction.
// launch: grid 1 block 32
// out: zero
// expect: out_of_bounds
extern "C" __global__ void kernel(int* data, int* out, int n) {
    unsigned long long i = threadIdx.x;
    out[i + 0x100000000ull] = data[i + (1ull << 33)]; // FINDING
}

// A loop over memory from malloc reads the previous element but starts at 0.
// launch: grid 2 block 64
// out: zero
// expect: out_of_bounds
// at: block 0
// says: 4 bytes before 64 bytes allocated by
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = new int[16];
    for (int j = 0; j < 16; ++j) own[j] = data[j + i];
    int rises = 0;
    for (int j = n - 5; j < 16; ++j)
        if (own[j] > own[j - 1]) ++rises; // FINDING
    delete[] own;
    out[i] = rises;
}

// Each thread writes one element past the end of its allocation.
// launch: grid 2 block 64
// out: zero
// expect: out_of_bounds
// at: block 0
// says: just past the end of 40 bytes allocated by thread (*, 0, 0) of block (0, 0, 0)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = (int*)malloc(10 * sizeof(int));
    if (own == nullptr) return;
    for (int j = 0; j < 10; ++j) own[j] = data[j + i];
    own[n + 5] = 3; // FINDING
    int sum = 0;
    for (int j = 0; j < 10; ++j) sum += own[j];
    free((void*)own);
    out[i] = sum;
}

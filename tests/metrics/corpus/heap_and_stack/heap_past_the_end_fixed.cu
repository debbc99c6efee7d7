// Each thread writes the last element of its allocation.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = (int*)malloc(10 * sizeof(int));
    if (own == nullptr) return;
    for (int j = 0; j < 10; ++j) own[j] = data[j + i];
    own[n + 4] = 3;
    int sum = 0;
    for (int j = 0; j < 10; ++j) sum += own[j];
    free((void*)own);
    out[i] = sum;
}

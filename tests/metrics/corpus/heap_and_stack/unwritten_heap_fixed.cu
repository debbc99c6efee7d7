// Every element that is read from malloc's memory was written.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = (int*)malloc(16 * sizeof(int));
    if (own == nullptr) return;
    for (int j = 0; j <= n; ++j) own[j] = data[j];
    int sum = 0;
    for (int j = 0; j <= data[n]; ++j) sum += own[j];
    free((void*)own);
    out[i] = sum;
}

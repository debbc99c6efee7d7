// Every third thread frees its allocation early, and then a null pointer, which has no effect.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = (int*)malloc(32);
    if (own == nullptr) return;
    own[n] = data[i];
    out[i] = own[n];
    if (i % 3 == 0) {
        free((void*)own);
        own = nullptr;
    }
    free((void*)own);
}

// Every third thread frees its allocation twice.
// launch: grid 2 block 64
// out: zero
// expect: invalid_free
// at: block 0 thread 0
// says: 32 bytes allocated by thread (0, 0, 0)*has already freed them
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = (int*)malloc(32);
    if (own == nullptr) return;
    own[n] = data[i];
    out[i] = own[n];
    free((void*)own);
    if (i % 3 == 0) free((void*)own); // FINDING
}

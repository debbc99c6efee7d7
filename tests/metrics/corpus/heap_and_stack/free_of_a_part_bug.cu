// The freed pointer differs from the one that malloc returned.
// launch: grid 1 block 32
// out: zero
// expect: invalid_free
// at: block 0 thread 0
// says: which is 20 bytes into 48 bytes allocated by thread (0, 0, 0)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = (int*)malloc(48);
    if (own == nullptr) return;
    own += n;
    own[0] = data[i];
    out[i] = own[0];
    free((void*)own); // FINDING
}

// The freed pointer is the one that malloc returned.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int* own = (int*)malloc(48);
    if (own == nullptr) return;
    own += n;
    own[0] = data[i];
    out[i] = own[0];
    free((void*)(own - n));
}

// Memory that other threads freed is allocated again.
// launch: grid 8 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int round = 0; round < 4 * n; ++round) {
        volatile int* own = (int*)malloc(4000);
        if (own == nullptr) return;
        own[n] = round;
        own[999] = i;
        sum += own[n] + own[999];
        free((void*)own);
    }
    out[i] = sum;
}

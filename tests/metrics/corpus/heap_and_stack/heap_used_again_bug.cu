// Memory that other threads freed is allocated again, and the last rounds read values left in it.
// launch: grid 8 block 64
// out: zero
// expect: uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int round = 0; round < 4 * n; ++round) {
        volatile int* own = (int*)malloc(4000);
        if (own == nullptr) return;
        own[n] = round;
        if (round < 4 * n - 1) own[999] = i;
        sum += own[n] + own[999]; // FINDING
        free((void*)own);
    }
    out[i] = sum;
}

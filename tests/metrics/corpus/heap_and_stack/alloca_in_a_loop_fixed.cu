// Memory from alloca is released at the end of each call.
// launch: grid 1 block 32
// out: zero
// expect: nothing
__device__ int once(const int* data, int round) {
    int* scratch = static_cast<int*>(alloca(256 * sizeof(int)));
    scratch[round % 256] = data[round % 8];
    return scratch[round % 256];
}

extern "C" __global__ void kernel(int* data, int* out, int n) {
    int sum = 0;
    for (int round = 0; round < 40 * n; ++round) sum += once(data, round);
    out[threadIdx.x] = sum;
}

// Memory from alloca lasts until the function returns, so it accumulates in a loop.
// launch: grid 1 block 32
// out: zero
// expect: stack_overflow
// at: block 0
// says: alloca of 1024 bytes: a thread's stack has 65536 bytes, and * are left
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int sum = 0;
    for (int round = 0; round < 100000 * n; ++round) {
        int* scratch = static_cast<int*>(alloca(256 * sizeof(int))); // FINDING
        scratch[round % 256] = data[round % 8];
        sum += scratch[round % 256];
    }
    out[threadIdx.x] = sum;
}

// The threads of a block store to the same volatile cell one after another, with barriers in between.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    for (int turn = 0; turn < 64; ++turn) {
        if (threadIdx.x == turn) out[0] = threadIdx.x * n;
        __syncthreads();
    }
}

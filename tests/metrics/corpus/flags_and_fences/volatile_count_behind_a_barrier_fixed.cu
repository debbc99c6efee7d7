// One thread adds 64 to a value that it read from a volatile cell before the barrier. All threads store the same
// maximum in the next cell, so no update is lost.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    const int before = out[n], largest = out[n + 1];
    __syncthreads();
    if (threadIdx.x == 40) out[n] = before + 64;
    out[n + 1] = max(largest, data[n]);
}

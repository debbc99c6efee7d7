// Each thread stores to a volatile cell and reads another thread's cell after a barrier.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(volatile int* data, volatile int* out, int n) {
    int t = threadIdx.x;
    data[t] = t;
    __syncthreads();
    out[t] = data[63 - t];
}

// Each thread stores to a volatile cell and immediately reads another thread's cell.
// launch: grid 1 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(volatile int* data, volatile int* out, int n) {
    int t = threadIdx.x;
    data[t] = t;           // OTHER
    out[t] = data[63 - t]; // FINDING
}

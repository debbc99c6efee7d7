// A 64-bit value is divided into halves, and the unset half is stored.
// launch: grid 1 block 64
// out: zero
// expect: uninitialised_read
struct Pair {
    int low, high;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Pair pairs[64];
    int t = threadIdx.x;
    pairs[t].low = data[t];
    __syncthreads();
    unsigned long long both = *(volatile unsigned long long*)&pairs[63 - t]; // FINDING
    int low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(both));
    out[t] = high;
}

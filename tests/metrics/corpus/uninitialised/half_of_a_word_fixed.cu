// A 64-bit value is divided into halves, and the set half is stored.
// launch: grid 1 block 64
// out: zero
// expect: nothing
struct Pair {
    int low, high;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Pair pairs[64];
    __shared__ volatile int unset[64], copies[64];
    int t = threadIdx.x;
    copies[t] = unset[t]; // from here on, the check tracks values
    pairs[t].high = data[t];
    __syncthreads();
    unsigned long long both = *(volatile unsigned long long*)&pairs[63 - t];
    int low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(both));
    out[t] = high;
}

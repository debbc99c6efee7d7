// Each block stores its number in one volatile cell; the surviving number is random.
// launch: grid 4 block 64
// out: zero
// expect: race_global
// says: volatile store * volatile store
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    if (threadIdx.x == n) out[0] = blockIdx.x; // FINDING OTHER
}

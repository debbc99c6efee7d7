// Every thread adds to one volatile cell: volatile makes no read-modify-write atomic, so updates get lost.
// launch: grid 2 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    out[0] = out[0] + n; // FINDING OTHER
}

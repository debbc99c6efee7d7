// Every thread adds to one volatile cell. Volatile does not make this atomic, so updates are lost.
// launch: grid 2 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, volatile int* out, int n) {
    out[0] = out[0] + n; // FINDING OTHER
}

// Threads add to one place with a load and a store that look before they write.
// launch: grid 3 block 32
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    unsigned old = out[0]; // OTHER
    if (old != 77) out[0] = old + data[threadIdx.x] + n; // FINDING OTHER
}

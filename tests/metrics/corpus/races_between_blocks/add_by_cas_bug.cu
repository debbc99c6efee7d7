// Threads add to one location by a load, a comparison and a store.
// launch: grid 3 block 32
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    unsigned old = out[0]; // OTHER
    if (old != 77) out[0] = old + data[threadIdx.x] + n; // FINDING OTHER
}

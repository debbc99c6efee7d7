// A kernel stores to __constant__ memory through a pointer. Compilers replace the store with a trap without a line.
// launch: grid 1 block 32
// out: zero
// expect: explicit_trap
// compiler: nvrtc
// says: a store to __constant__ memory with a trap: a kernel cannot change constants
__constant__ int table[32];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* place = const_cast<int*>(table);
    place[threadIdx.x] = n; // FINDING
    out[threadIdx.x] = table[0];
}

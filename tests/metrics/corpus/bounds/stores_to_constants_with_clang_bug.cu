// A kernel stores to __constant__ memory through a pointer.
// launch: grid 1 block 32
// out: zero
// expect: wrong_space
// compiler: clang
// says: into the constant 'table'
__constant__ int table[32];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    volatile int* place = const_cast<int*>(table); // without volatile, clang 19 drops the store
    place[threadIdx.x] = n; // FINDING
    out[threadIdx.x] = table[0];
}

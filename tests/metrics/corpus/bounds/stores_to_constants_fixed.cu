// The changed variable is in __device__ memory.
// launch: grid 1 block 32
// out: zero
// expect: nothing
__device__ int table[32];
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* place = table;
    place[threadIdx.x] = n;
    out[threadIdx.x] = table[threadIdx.x];
}

// All blocks use an atomic of block scope on the same location.
// launch: grid 4 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd_block(&out[0], data[i]); // OTHER
}

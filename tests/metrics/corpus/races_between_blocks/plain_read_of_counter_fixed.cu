// An atomic reads a value that other threads change atomically.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[0], 1);
    out[64 + i] = atomicAdd(&out[0], 0) > n;
}

// A sum is read only through the result of the atomic.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = atomicAdd(&out[1], data[i]);
    int before = atomicAdd(&out[0], data[i]);
    out[2 + i] = before * other;
}

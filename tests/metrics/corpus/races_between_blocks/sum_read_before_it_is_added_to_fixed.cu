// A sum is read by what the atomic returns alone.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = atomicAdd(&out[1], data[i]);
    int before = atomicAdd(&out[0], data[i]);
    out[2 + i] = before * other;
}

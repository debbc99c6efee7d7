// A thread stores a value and loads it by a plain load; the read-only load comes earlier.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = __ldg(&data[i]);
    data[i] = before + n;
    out[i] = data[i];
}

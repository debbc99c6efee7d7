// A thread loads what it has stored itself by a plain load; the one through the read-only cache comes before.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = __ldg(&data[i]);
    data[i] = before + n;
    out[i] = data[i];
}

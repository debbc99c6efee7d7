// Blocks exchange cells in place, each pair once.
// launch: grid 16 block 16
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x <= y) return;
    int a = out[y * 16 + x];
    int b = out[x * 16 + y];
    out[y * 16 + x] = b + data[x];
    out[x * 16 + y] = a + data[y];
}

// Blocks exchange cells in place, each pair twice.
// launch: grid 16 block 16
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x == y) return;
    int a = out[y * 16 + x]; // OTHER
    int b = out[x * 16 + y]; // OTHER
    out[y * 16 + x] = b + data[x]; // FINDING OTHER
    out[x * 16 + y] = a + data[y]; // FINDING OTHER
}

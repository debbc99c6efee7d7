// All threads store the same computed value: harmless.
// launch: grid 1 block 64
// out: zero
// expect: race_same_value
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int largest = 0;
    for (int j = 0; j < n; ++j) largest = max(largest, data[j]);
    out[0] = largest; // FINDING OTHER
}

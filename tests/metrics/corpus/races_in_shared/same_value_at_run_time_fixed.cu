// One thread stores a value that all threads computed.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int largest = 0;
    for (int j = 0; j < n; ++j) largest = max(largest, data[j]);
    if (i == 0) out[0] = largest;
}

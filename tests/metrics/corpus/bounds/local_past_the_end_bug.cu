// A thread stores to a small local array at too large an index.
// launch: grid 1 block 64
// out: zero
// expect: out_of_bounds
// says: the thread's local memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int seen[8];
    for (int j = 0; j < 8; ++j) seen[j] = data[j];
    seen[data[i] % 64 + n + 2] = i; // FINDING
    int sum = 0;
    for (int j = 0; j < 8; ++j) sum += seen[(j + data[i]) % 8];
    out[i] = sum;
}

// Only marked entries have a value, but the sum also includes unmarked ones.
// launch: grid 2 block 64
// out: zero
// expect: uninitialised_read
// says: 4 bytes at offset*of shared memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int2 entries[64];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    entries[t].x = t % n;
    if (t % n != 0) entries[t].y = data[i];
    __syncthreads();
    const int2 entry = entries[63 - t]; // FINDING
    int sum = n;
    if (entry.x >= 0 && data[i] >= 0) sum += entry.y;
    out[i] = sum;
}

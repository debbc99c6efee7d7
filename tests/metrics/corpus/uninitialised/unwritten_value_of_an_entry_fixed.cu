// Only marked entries have a value; all are copied to global memory.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int2 entries[64];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    entries[t].x = t % n;
    if (t % n != 0) entries[t].y = data[i];
    __syncthreads();
    const int2 entry = entries[63 - t];
    int sum = n;
    if (entry.x > 0 && data[i] >= 0) sum += entry.y;
    out[i] = sum;
    reinterpret_cast<int2*>(out + 1024)[i] = entry;
}

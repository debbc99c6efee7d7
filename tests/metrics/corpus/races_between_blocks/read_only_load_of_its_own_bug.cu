// A thread stores a value and loads it through the read-only cache, which may not see the store.
// launch: grid 2 block 64
// out: zero
// expect: race_global
// says: data that the thread itself changed before, by a store * may return old values
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i + n; // OTHER
    out[i] = __ldg(&data[i]); // FINDING
}

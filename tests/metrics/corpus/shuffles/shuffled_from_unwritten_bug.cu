// Each thread takes its neighbor's value by a shuffle; the last thread with data receives an unset value.
// launch: grid 2 block 64
// out: zero
// expect: uninitialised_read
// says: shared memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int values[64];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, count = 32 + 2 * n;
    if (t < count) values[t] = data[i];
    __syncthreads();
    const int own = values[t]; // FINDING
    const int next = __shfl_down_sync(0xffffffff, own, 1);
    if (t < count) out[i] = next;
}

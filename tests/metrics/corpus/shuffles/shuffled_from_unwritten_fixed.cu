// Threads without data pass unset values to shuffles. The receivers discard them by a branch or a selection.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int values[64];
    __shared__ int2 pairs[64];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, count = 32 + 2 * n;
    if (t < count) {
        values[t] = data[i];
        pairs[t] = make_int2(data[i], n);
    }
    __syncthreads();
    const int own = values[t];
    const int other = __shfl_xor_sync(0xffffffff, own, 1);
    const int next = __shfl_down_sync(0xffffffff, own, 1);
    const int second = __shfl_up_sync(0xffffffff, pairs[t].y, 1);
    const int last = (t & 31) != 31 && t + 1 < count ? next : 0;
    if (t < count) out[i] = own + other + second;
    out[128 + i] = last;
    if (last > n) out[256 + i] = 1; // only lanes that received a set value branch
}

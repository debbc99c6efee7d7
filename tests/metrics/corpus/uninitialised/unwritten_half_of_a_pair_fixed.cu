// Some pairs have their second half written. All pairs are copied, but only written halves are used.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int2 pairs[32], others[32];
    pairs[threadIdx.x].x = data[threadIdx.x] + n;
    if (threadIdx.x < n) pairs[threadIdx.x].y = data[threadIdx.x];
    __syncthreads();
    const int2 pair = pairs[threadIdx.x];
    others[31 - threadIdx.x] = pair;
    __syncthreads();
    int sum = pair.x + others[threadIdx.x].x;
    if (threadIdx.x < n) sum += pair.y;
    out[threadIdx.x] = sum;
}

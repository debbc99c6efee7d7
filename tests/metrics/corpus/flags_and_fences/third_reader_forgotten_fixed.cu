// Four warps read data that the first one overwrites after meeting all others.
// launch: grid 2 block 128
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box, own[128];
    if (threadIdx.x == 0) box = data[n];
    __syncthreads();
    own[threadIdx.x] = data[threadIdx.x];
    asm volatile("" ::: "memory");
    int sum = box + own[threadIdx.x];
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (threadIdx.x == 0) box = n;
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// Four warps read data that the first one overwrites after meeting two of the others.
// launch: grid 2 block 128
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int box, own[128];
    if (threadIdx.x == 0) box = data[n];
    __syncthreads();
    own[threadIdx.x] = data[threadIdx.x];
    asm volatile("" ::: "memory");
    int sum = box + own[threadIdx.x]; // OTHER
    if (threadIdx.x / 32 != 1) asm volatile("bar.sync 1, 96;" ::: "memory");
    if (threadIdx.x == 0) box = n; // FINDING OTHER
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

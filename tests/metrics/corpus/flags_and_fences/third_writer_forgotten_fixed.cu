// Four warps add to a sum and all meet at the barrier before one of them reads it.
// launch: grid 2 block 128
// out: zero
// also: n 6 7 8
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int sum;
    const int role = (threadIdx.x / 32 + n) % 4;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) atomicAdd(&sum, data[role + 1]);
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (role == 0 && threadIdx.x % 32 == 0) out[blockIdx.x] = sum;
}

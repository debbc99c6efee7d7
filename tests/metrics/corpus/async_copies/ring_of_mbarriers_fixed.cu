// A warp fills two slots alternately and waits until they are empty.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
__device__ void arrive(unsigned long long* bar) {
    unsigned long long state;
    asm volatile("mbarrier.arrive.b64 %0, [%1];" : "=l"(state) : "l"(bar) : "memory");
}
__device__ void wait(unsigned long long* bar, int parity) {
    int done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "l"(bar), "r"(parity)
                     : "memory");
}
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned long long full[2], empty[2];
    __shared__ int slot[2][32];
    if (threadIdx.x < 2) {
        asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(&full[threadIdx.x]), "r"(32) : "memory");
        asm volatile("mbarrier.init.b64 [%0], %1;" ::"l"(&empty[threadIdx.x]), "r"(32) : "memory");
    }
    __syncthreads();
    int lane = threadIdx.x % 32, sum = 0;
    if (threadIdx.x / 32 == n % 2) {
        for (int k = 0; k < 2 * n; ++k) {
            if (k >= 2) wait(&empty[k % 2], (k / 2 - 1) % 2);
            slot[k % 2][lane] = data[k * 32 + lane];
            arrive(&full[k % 2]);
        }
    } else {
        for (int k = 0; k < 2 * n; ++k) {
            wait(&full[k % 2], k / 2 % 2);
            sum += slot[k % 2][31 - lane];
            arrive(&empty[k % 2]);
        }
        out[blockIdx.x * 32 + lane] = sum;
    }
}

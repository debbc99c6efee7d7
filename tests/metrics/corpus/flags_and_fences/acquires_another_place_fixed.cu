// A fence after the polling loads acquires the data that the flag guards.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int flag, box;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    if (threadIdx.x / 32 == n % 2) {
        box = data[n];
        asm volatile("st.release.cta.u32 [%0], 1;" ::"l"(&flag) : "memory");
    } else {
        int seen = 0, more;
        while (seen == 0) asm volatile("ld.relaxed.cta.u32 %0, [%1];" : "=r"(seen) : "l"(&flag) : "memory");
        asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(more) : "l"(&data[1]) : "memory");
        __threadfence_block();
        out[blockIdx.x] = box + more;
    }
}

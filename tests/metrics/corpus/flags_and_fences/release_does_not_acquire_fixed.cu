// A warp polls a flag by acquiring loads.
// launch: grid 2 block 64
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int flag, answer, box;
    if (threadIdx.x == 0) flag = answer = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    if (threadIdx.x / 32 == n % 2) {
        box = data[n];
        asm volatile("st.release.cta.u32 [%0], 1;" ::"l"(&flag) : "memory");
    } else {
        int seen = 0, before;
        while (seen == 0) asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(seen) : "l"(&flag) : "memory");
        asm volatile("atom.release.cta.exch.b32 %0, [%1], 1;" : "=r"(before) : "l"(&answer) : "memory");
        out[blockIdx.x] = box + before;
    }
}

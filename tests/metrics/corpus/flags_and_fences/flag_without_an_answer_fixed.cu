// A block passes values to another by a flag and waits until each was read.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int *flag = out + 1000, *answer = out + 2000;
    int seen = 0, sum = 0;
    if ((blockIdx.x + n) % 2 == 0) {
        for (int round = 1; round <= n; ++round) {
            out[0] = data[round];
            asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(round) : "memory");
            for (int heard = 0; heard < round;)
                asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(heard) : "l"(answer) : "memory");
        }
    } else {
        for (int round = 1; round <= n; ++round) {
            while (seen < round) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
            sum += out[0];
            asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(answer), "r"(round) : "memory");
        }
        out[1] = sum;
    }
}

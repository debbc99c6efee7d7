// A block passes values to another by a flag, without waiting until each was read.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int *flag = out + 1000;
    int seen = 0, sum = 0;
    if ((blockIdx.x + n) % 2 == 0) {
        for (int round = 1; round <= n; ++round) {
            out[0] = data[round]; // OTHER
            asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(round) : "memory");
        }
    } else {
        for (int round = 1; round <= n; ++round) {
            while (seen < round) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
            sum += out[0]; // FINDING OTHER
        }
        out[1] = sum;
    }
}

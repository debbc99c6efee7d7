// A flag is set by a relaxed store, which does not release, and read by an acquiring load.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int* flag = out + 1000;
    if ((blockIdx.x + n) % 2 == 0) {
        out[0] = data[n]; // OTHER
        asm volatile("st.relaxed.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int seen = 0;
        while (seen == 0) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        out[1] = out[0]; // FINDING OTHER
    }
}

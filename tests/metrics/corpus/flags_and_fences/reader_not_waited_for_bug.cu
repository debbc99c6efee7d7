// Four blocks read data that a fifth one overwrites after waiting for only three of them.
// launch: grid 5 block 32
// out: zero
// also: n 6 7 8
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int role = (blockIdx.x + n) % 5;
    if (role != 0) {
        out[100 + role] = out[0]; // OTHER
        asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(out + 1000 + role) : "memory");
        return;
    }
    for (int reader = 1; reader < 4; ++reader)
        for (int seen = 0; seen == 0;)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(out + 1000 + reader) : "memory");
    out[0] = data[n]; // FINDING OTHER
}

// A flag is set by a releasing store and read by an acquiring load.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    int* flag = out + 1000;
    if ((blockIdx.x + n) % 2 == 0) {
        out[0] = data[n];
        asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int seen = 0;
        while (seen == 0) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        out[1] = out[0];
    }
}

// A thread makes a relaxed load of a location where another block stores the same value.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    volatile int* box = out;
    if ((blockIdx.x + n) % 2 == 0) {
        *box = 5;
    } else {
        *box = data[5];
        int seen;
        asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(out) : "memory");
        out[1] = seen;
    }
}

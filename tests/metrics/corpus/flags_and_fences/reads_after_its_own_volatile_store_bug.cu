// A thread makes a volatile store and loads the location plainly, while another block stores the same value there.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: race_global
// says: a volatile store
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    volatile int* box = out;
    if ((blockIdx.x + n) % 2 == 0) {
        *box = 5; // OTHER
    } else {
        *box = data[5];
        int seen;
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(seen) : "l"(out) : "memory"); // FINDING OTHER
        out[1] = seen;
    }
}

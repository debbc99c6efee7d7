// A block passes a value to another by a flag with release and acquire of block scope. The scope is the cause; no fence
// is missing.
// launch: grid 2 block 32
// out: zero
// also: n 6
// expect: race_global
// says: threads of one block
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == n % 2) {
        out[0] = data[n]; // MAYBE
        asm volatile("st.release.cta.global.u32 [%0], 1;" ::"l"(__cvta_generic_to_global(&out[1])) : "memory"); // MAYBE
    } else {
        int seen = 0;
        do {
            asm volatile("ld.acquire.cta.global.u32 %0, [%1];"
                         : "=r"(seen)
                         : "l"(__cvta_generic_to_global(&out[1]))
                         : "memory");
        } while (seen == 0);
        out[2] = out[0]; // MAYBE
    }
}

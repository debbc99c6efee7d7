// A store adds a large offset to an address from which this offset was subtracted before.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int* place = out + threadIdx.x;
    asm volatile("{ .reg .b64 base; sub.s64 base, %0, 17179869184; st.global.u32 [base+17179869184], %1; }" ::"l"(place),
                 "r"(n)
                 : "memory");
}

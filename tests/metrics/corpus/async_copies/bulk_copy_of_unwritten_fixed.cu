// All bytes that a bulk copy reads are written. Copies of structures with padding are harmless.
// launch: grid 1 block 64
// out: unwritten
// expect: nothing
struct Entry {
    char kind;
    int value;
};
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ Entry from[64], to[64];
    __shared__ unsigned long long bar;
    __shared__ __align__(16) int box[64];
    unsigned bar_at = (unsigned)__cvta_generic_to_shared(&bar), box_at = (unsigned)__cvta_generic_to_shared(box);
    from[threadIdx.x].kind = static_cast<char>(threadIdx.x);
    from[threadIdx.x].value = n;
    out[threadIdx.x] = data[threadIdx.x];
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar_at) : "memory");
    __syncthreads();
    to[threadIdx.x] = from[63 - threadIdx.x];
    if (threadIdx.x == 0) {
        asm volatile("fence.proxy.async;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(bar_at) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(box_at), "l"(out), "r"(bar_at) : "memory");
    }
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(bar_at), "r"(0) : "memory");
    out[64 + threadIdx.x] = box[threadIdx.x] + to[threadIdx.x].kind + to[threadIdx.x].value;
}

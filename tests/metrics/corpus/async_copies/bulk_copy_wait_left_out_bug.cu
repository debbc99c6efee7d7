// One thread copies a tile by bulk copies, and the others read it without waiting for completion.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned long long bar;
    __shared__ __align__(16) int box[64];
    unsigned bar_at = (unsigned)__cvta_generic_to_shared(&bar), box_at = (unsigned)__cvta_generic_to_shared(box);
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar_at) : "memory");
    __syncthreads();
    for (int round = 0; round < 3; ++round) {
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(bar_at) : "memory");
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(box_at), "l"(data + blockIdx.x * blockDim.x + 128 * round), "r"(bar_at) : "memory"); // OTHER
        }
        out[i] += box[63 - threadIdx.x]; // FINDING OTHER
        __syncthreads();
    }
}

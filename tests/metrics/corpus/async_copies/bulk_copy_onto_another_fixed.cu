// Each block stores its results by a bulk copy to its own range.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ __align__(16) int box[64];
    unsigned box_at = (unsigned)__cvta_generic_to_shared(box);
    box[threadIdx.x] = data[threadIdx.x] + n;
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("fence.proxy.async;" ::: "memory");
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + blockIdx.x * 64), "r"(box_at), "r"(256) : "memory");
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

// The last warp to arrive invalidates the mbarrier, like the toolkit's pipelines. A match elects the lane that counts
// for its warp, but orders nothing. Arrivals and invalidation are operations on the mbarrier, so they do not race.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned long long bar;
    __shared__ int users;
    const unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
        users = 2;
    }
    __syncthreads();
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(at) : "memory");
    const unsigned same = __match_any_sync(0xffffffff, n);
    if (threadIdx.x % 32 == __ffs(same) - 1 && atomicSub(&users, 1) == 1) {
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
        out[0] = data[n];
    }
}

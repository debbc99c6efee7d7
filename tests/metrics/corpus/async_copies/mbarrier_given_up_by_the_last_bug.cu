// The last thread to arrive reinitializes the mbarrier, but the counter that finds the last thread has no fences, so
// the other arrivals may be incomplete.
// launch: grid 1 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ unsigned long long bar;
    __shared__ int users;
    const unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
        users = 2;
    }
    __syncthreads();
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(at) : "memory"); // OTHER
    __syncwarp();
    if (threadIdx.x % 32 == 0 && atomicSub(&users, 1) == 1) {
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory"); // FINDING
        out[0] = data[n];
    }
}

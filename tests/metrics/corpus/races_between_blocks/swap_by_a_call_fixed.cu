// A function adds up values by compare-and-swap. The first guess may be stale, because the
// swap checks it.
//     launch: grid 2 block 64
//     expect: nothing
__device__ __noinline__ int swap_if(int* at, int expected, int wanted) { return atomicCAS(at, expected, wanted); }

__device__ __noinline__ void add(int* sum, int value) {
    int old = *sum, assumed;
    do {
        assumed = old;
        old = swap_if(sum, assumed, assumed + value);
    } while (assumed != old);
}

__global__ void kernel(int* data, int* out, int n) { add(out + n, data[threadIdx.x]); }

// A function adds up values by compare-and-swap. The plain load may read the next location, so the swap does not
// confirm the loaded value, and the load races.
//     launch: grid 2 block 64
//     expect: race_global
__device__ __noinline__ int swap_if(int* at, int expected, int wanted) { return atomicCAS(at, expected, wanted); }

__device__ __noinline__ void add(int* sum, int value) {
    int old = sum[threadIdx.x % 2], assumed; // FINDING
    do {
        assumed = old;
        old = swap_if(sum, assumed, assumed + value);
    } while (assumed != old);
}

__global__ void kernel(int* data, int* out, int n) { add(out + n, data[threadIdx.x]); }

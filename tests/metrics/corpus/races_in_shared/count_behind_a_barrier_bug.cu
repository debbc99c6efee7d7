// Every thread of a block increments a value that it read before the barrier: only one increment survives, and further
// barriers do not help.
// launch: grid 2 block 64
// out: zero
// expect: race_same_value
// says: each computed from a value loaded before*use an atomic
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const int before = count;
    __syncthreads();
    count = before + 1; // FINDING OTHER
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = count;
}

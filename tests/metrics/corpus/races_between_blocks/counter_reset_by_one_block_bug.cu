// One block resets the counter after it has counted, while others may still count.
// launch: grid 4 block 32
// out: zero
// also: n 6 7 8
// expect: race_global
__device__ unsigned count;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    if (threadIdx.x != 0) return;
    atomicAdd(&count, 1); // OTHER
    if ((blockIdx.x + n) % 4 == 0) count = 0; // FINDING OTHER
    out[blockIdx.x] = data[blockIdx.x] + n;
}

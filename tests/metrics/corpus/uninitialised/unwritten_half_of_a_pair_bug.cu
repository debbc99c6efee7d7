// Every second element is never written. Compilers load two at a time.
// launch: grid 1 block 32
// out: zero
// expect: uninitialised_read
// says: 4 bytes*shared memory
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ __align__(16) int pairs[64];
    pairs[2 * threadIdx.x] = data[threadIdx.x] + n;
    __syncthreads();
    out[threadIdx.x] = pairs[2 * threadIdx.x] + pairs[2 * threadIdx.x + 1]; // FINDING
}

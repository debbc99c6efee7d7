// The last thread reads from the next array.
// launch: grid 2 block 32
// out: zero
// expect: out_of_bounds
// at: block 0 thread 31
// says: is just past the end of 'first' (128 bytes)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int first[32];
    __shared__ int second[32];
    first[threadIdx.x] = data[threadIdx.x];
    second[threadIdx.x] = data[threadIdx.x + n];
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = second[31 - threadIdx.x] + first[threadIdx.x + 1]; // FINDING
}

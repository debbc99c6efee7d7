// The last thread wraps around to the first element.
// launch: grid 2 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int first[32];
    __shared__ int second[32];
    first[threadIdx.x] = data[threadIdx.x];
    second[threadIdx.x] = data[threadIdx.x + n];
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = second[31 - threadIdx.x] + first[(threadIdx.x + 1) % 32];
}

// A comparison and a store update the block's maximum, which is stored as the bits of a float.
// launch: grid 2 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned most[3];
    if (threadIdx.x < 3) most[threadIdx.x] = 0;
    __syncthreads();
    float value = data[i] * 0.5f;
    if (value > __uint_as_float(most[2])) // OTHER
        most[2] = __float_as_uint(value); // FINDING OTHER
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = most[2];
}

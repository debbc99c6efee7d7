// Compare-and-swap updates the block's maximum, which is stored as the bits of a float.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned most[3];
    if (threadIdx.x < 3) most[threadIdx.x] = 0;
    __syncthreads();
    float value = data[i] * 0.5f;
    unsigned old = most[2];
    while (value > __uint_as_float(old)) {
        unsigned guess = old;
        old = atomicCAS(&most[2], guess, __float_as_uint(value));
        if (old == guess) break;
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = most[2];
}

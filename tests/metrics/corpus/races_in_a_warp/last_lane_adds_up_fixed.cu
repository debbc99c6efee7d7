// The last lane to arrive sums up the data of the others.
// launch: grid 1 block 32
// out: zero
// expect: nothing
__device__ int arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    out[threadIdx.x] = data[threadIdx.x] + n;
    __threadfence();
    if (atomicAdd(&arrived, 1) == blockDim.x - 1) {
        __threadfence();
        int sum = 0;
        for (int i = 0; i < 32; ++i) sum += out[i];
        out[100] = sum;
    }
}

// The last lane to arrive sums up the data of the others, without a fence.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
__device__ int arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    out[threadIdx.x] = data[threadIdx.x] + n; // OTHER
    if (atomicAdd(&arrived, 1) == blockDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < 32; ++i) sum += out[i]; // FINDING
        out[100] = sum;
    }
}

// A scan in shared memory has __syncwarp() between its exchanges.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int sums[32];
    int lane = threadIdx.x;
    sums[lane] = data[i];
    __syncwarp();
    for (int step = 1; step < 32; step *= 2) {
        int left = lane >= step ? sums[lane - step] : 0;
        __syncwarp();
        sums[lane] += left;
        __syncwarp();
    }
    out[i] = sums[lane];
}

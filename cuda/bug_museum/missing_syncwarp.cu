// One warp sums 32 values: in each step, the lower half of the lanes adds the values of the upper half.
__global__ void missing_syncwarp(int* output, const int* input, int n) {
    __shared__ int partial[32];
    int lane = threadIdx.x;
    int i = blockIdx.x * 32 + lane;

    partial[lane] = i < n ? input[i] : 0;
    __syncthreads();
    for (int stride = 16; stride > 0; stride /= 2) {
        if (lane < stride) {
            partial[lane] += partial[lane + stride];  // BUG: no __syncwarp() between the steps
        }
    }
    if (lane == 0) {
        output[blockIdx.x] = partial[0];
    }
}

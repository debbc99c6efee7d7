// Each thread adds two elements. Each warp adds up its lanes' sums by shuffles, then one warp adds up the warps' sums.
__global__ void shuffle_sum(float* output, const float* input, int n) {
    __shared__ float warp_sums[32];
    int segment = 2 * blockDim.x * blockIdx.x;
    int i = segment + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int warps = blockDim.x / 32;  // the block consists of whole warps

    float sum = 0.0f;
    if (i < n) sum = input[i];
    if (i + blockDim.x < n) sum += input[i + blockDim.x];

    for (int stride = 16; stride > 0; stride /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, stride);
    }
    if (lane == 0) {
        warp_sums[warp] = sum;
    }
    __syncthreads();

    if (warp == 0) {
        sum = lane < warps ? warp_sums[lane] : 0.0f;
        for (int stride = 16; stride > 0; stride /= 2) {
            sum += __shfl_down_sync(0xffffffff, sum, stride);
        }
        if (lane == 0) {
            atomicAdd(output, sum);
        }
    }
}

// Adds the sum of the preceding blocks to each element.
__global__ void addBlockSums(int* data, const int* blockSums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0 || i >= n) return;
    // Faulty version: if (blockIdx.x == 0 || i > n) return;
    data[i] += blockSums[blockIdx.x - 1];
}

__global__ void segmentSums(const int* offsets, const float* values, float* sums, int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;
    float sum = 0;
    for (int i = offsets[s]; i < offsets[s + 1]; ++i) sum += values[i];
    // Faulty version: for (int i = offsets[s]; i <= offsets[s + 1]; ++i) sum += values[i];
    sums[s] = sum;
}

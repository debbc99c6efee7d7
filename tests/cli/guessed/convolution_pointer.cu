// Convolves an array with weights from a buffer.
__global__ void conv1d(const float* signal, const float* mask, float* result, int n, int maskWidth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float value = 0;
    int start = i - maskWidth / 2;
    for (int j = 0; j < maskWidth; j++)
        if (start + j >= 0 && start + j < n) value += signal[start + j] * mask[j];
        // Faulty version: if (start + j <= n) value += signal[start + j + maskWidth] * mask[j];
    result[i] = value;
}

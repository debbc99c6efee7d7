// Multiplies a sparse matrix by a vector, one warp per row.
__global__ void spmvVector(const int* rowPtr, const int* colIdx, const float* vals, const float* x, float* y,
                           int nRows) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (warp >= nRows) return;
    // Faulty version: if (warp > nRows) return;
    float sum = 0;
    for (int k = rowPtr[warp] + lane; k < rowPtr[warp + 1]; k += 32) sum += vals[k] * x[colIdx[k]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[warp] = sum;
}

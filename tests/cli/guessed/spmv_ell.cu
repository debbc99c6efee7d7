// Multiplies a sparse matrix in ELL format by a vector.
__global__ void spmv_ell(const int* cols, const double* vals, const double* x, double* y, int rows, int max_nnz) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double sum = 0;
    for (int k = 0; k < max_nnz; ++k) sum += vals[k * rows + r] * x[cols[k * rows + r]];
    // Faulty version: for (int k = 0; k <= max_nnz; ++k) sum += vals[k * rows + r] * x[cols[k * rows + r]];
    y[r] = sum;
}

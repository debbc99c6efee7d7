// Each thread computes one column of P.
__global__ void matmul_column(float* P, const float* M, const float* N, int rows, int inner, int columns) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col < columns) {
        for (int row = 0; row < rows; ++row) {
            float sum = 0.0f;
            for (int k = 0; k < inner; ++k) {
                sum += M[row * inner + k] * N[k * columns + col];
            }
            P[row * columns + col] = sum;
        }
    }
}

// Each thread computes one row of P.
__global__ void matmul_row(float* P, const float* M, const float* N, int rows, int inner, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        for (int col = 0; col < columns; ++col) {
            float sum = 0.0f;
            for (int k = 0; k < inner; ++k) {
                sum += M[row * inner + k] * N[k * columns + col];
            }
            P[row * columns + col] = sum;
        }
    }
}

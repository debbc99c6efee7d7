// Each thread computes one element of P: a row of M times a column of N.
__global__ void matmul_element(float* P, const float* M, const float* N, int rows, int inner, int columns) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && col < columns) {
        float sum = 0.0f;
        for (int k = 0; k < inner; ++k) {
            sum += M[row * inner + k] * N[k * columns + col];
        }
        P[row * columns + col] = sum;
    }
}

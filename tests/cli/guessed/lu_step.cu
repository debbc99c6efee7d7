// Eliminates one column below the pivot.
__global__ void eliminate(double* A, int N, int pivot) {
    int row = blockIdx.y * blockDim.y + threadIdx.y + pivot + 1;
    int col = blockIdx.x * blockDim.x + threadIdx.x + pivot + 1;
    if (row < N && col < N)
    // Faulty version: if (row <= N && col < N)
        A[row * N + col] -= A[row * N + pivot] * A[pivot * N + col] / A[pivot * N + pivot];
}

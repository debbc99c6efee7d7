// Multiplies matrices with sides that are multiples of the block size.
#define BLOCK_SIZE 16

__global__ void matmul_block(const float* A, const float* B, float* C, int wA, int wB) {
    int aBegin = wA * BLOCK_SIZE * blockIdx.y, aEnd = aBegin + wA - 1;
    int bBegin = BLOCK_SIZE * blockIdx.x;
    float Csub = 0;
    for (int a = aBegin, b = bBegin; a <= aEnd; a += BLOCK_SIZE, b += BLOCK_SIZE * wB) {
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE], Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[threadIdx.y][threadIdx.x] = A[a + wA * threadIdx.y + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[b + wB * threadIdx.y + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BLOCK_SIZE; ++k) Csub += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
        // Faulty version: // no barrier
    }
    int c = wB * BLOCK_SIZE * blockIdx.y + BLOCK_SIZE * blockIdx.x;
    C[c + wB * threadIdx.y + threadIdx.x] = Csub;
}

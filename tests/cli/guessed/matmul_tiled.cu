// Multiplies square matrices with tiles in shared memory.
#define TILE_WIDTH 16

__global__ void MatrixMulTiled(float* M, float* N, float* P, int Width) {
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty, Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;
    for (int ph = 0; ph < (Width + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        Mds[ty][tx] = Row < Width && ph * TILE_WIDTH + tx < Width ? M[Row * Width + ph * TILE_WIDTH + tx] : 0;
        Nds[ty][tx] = Col < Width && ph * TILE_WIDTH + ty < Width ? N[(ph * TILE_WIDTH + ty) * Width + Col] : 0;
        __syncthreads();
        // Faulty version: // no barrier
        for (int k = 0; k < TILE_WIDTH; ++k) Pvalue += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }
    if (Row < Width && Col < Width) P[Row * Width + Col] = Pvalue;
}

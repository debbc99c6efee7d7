// Convolves an image with weights in constant memory.
#define MASK_WIDTH 5
__constant__ float M[MASK_WIDTH * MASK_WIDTH];

__global__ void convolution2D(const float* N, float* P, int Width, int Height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= Width || row >= Height) return;
    float sum = 0.0f;
    for (int i = 0; i < MASK_WIDTH; i++)
        for (int j = 0; j < MASK_WIDTH; j++) {
            int r = row - MASK_WIDTH / 2 + i, c = col - MASK_WIDTH / 2 + j;
            if (r >= 0 && r < Height && c >= 0 && c < Width) sum += N[r * Width + c] * M[i * MASK_WIDTH + j];
            // Faulty version: if (r < Height && c < Width) sum += N[r * Width + c] * M[i * MASK_WIDTH + j];
        }
    P[row * Width + col] = sum;
}

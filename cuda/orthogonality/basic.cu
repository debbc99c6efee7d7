// Each thread computes one element of A times A transposed, the dot product of two rows of A, and compares it with
// the identity matrix. The product itself is never stored.
__global__ void check_orthogonality(unsigned char* violations, int* count, const float* A, int width, int height,
                                    float tolerance) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < height && col < height) {
        float sum = 0.0f;
        for (int k = 0; k < width; ++k) {
            sum += A[row * width + k] * A[col * width + k];
        }
        float expected = row == col ? 1.0f : 0.0f;
        bool wrong = fabsf(sum - expected) > tolerance;
        violations[row * height + col] = wrong ? 255 : 0;
        if (wrong) {
            atomicAdd(count, 1);
        }
    }
}

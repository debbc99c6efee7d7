// Launch 1: each thread computes one element of B = A A + A, which commutes with A, and makes element `changed` wrong.
__global__ void make_partner(float* B, const float* A, int size, int pitch, int changed) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < size && col < size) {
        float sum = A[row * pitch + col];
        for (int k = 0; k < size; ++k) {
            sum += A[row * pitch + k] * A[k * pitch + col];
        }
        if (row * size + col == changed) {
            sum += 1.0f;
        }
        B[row * size + col] = sum;
    }
}

// Launch 2: each thread computes one element of A B and of B A and marks where they differ. Neither product is stored.
__global__ void check_commuting(unsigned char* violations, int* count, const float* A, const float* B, int size,
                                int pitch, float tolerance) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < size && col < size) {
        float ab = 0.0f, ba = 0.0f;
        for (int k = 0; k < size; ++k) {
            ab += A[row * pitch + k] * B[k * size + col];
            ba += B[row * size + k] * A[k * pitch + col];
        }
        // The tolerance is relative to the element, because larger numbers have larger rounding errors.
        bool wrong = fabsf(ab - ba) > tolerance * (1.0f + fabsf(ab));
        violations[row * size + col] = wrong ? 255 : 0;
        if (wrong) {
            atomicAdd(count, 1);
        }
    }
}

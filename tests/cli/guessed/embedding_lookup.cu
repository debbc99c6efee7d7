// Copies rows of an embedding table, one block per token.
__global__ void embedding(const float* table, const int* tokens, float* out, int dim) {
    int t = blockIdx.x;
    for (int j = threadIdx.x; j < dim; j += blockDim.x) out[t * dim + j] = table[tokens[t] * dim + j];
    // Faulty version: for (int j = threadIdx.x; j <= dim; j += blockDim.x) out[t * dim + j] = table[tokens[t] * dim + j];
}

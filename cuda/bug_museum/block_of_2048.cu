// Each thread doubles one value.
__global__ void block_of_2048(int* out, const int* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        out[i] = 2 * in[i];
    }
}

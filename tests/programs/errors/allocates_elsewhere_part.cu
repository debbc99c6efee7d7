// Allocates too little for allocates_elsewhere.cu.
__global__ void ones(int* where) { where[threadIdx.x] = 1; }

void fill_bins(int count) {
    int* bins = nullptr;
    cudaMalloc(&bins, count * sizeof(int));
    ones<<<1, 128>>>(bins);
    cudaDeviceSynchronize();
    cudaFree(bins);
}

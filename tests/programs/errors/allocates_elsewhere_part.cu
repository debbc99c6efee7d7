// Part of allocates_elsewhere.cu.
struct Bins {
    int *used, *kept;
};

__global__ void twos(int* where) { where[threadIdx.x] = 2; }

Bins make_bins(int count) {
    Bins bins{};
    cudaMalloc(&bins.used, count * sizeof(int));
    cudaMalloc(&bins.kept, count * sizeof(int));
    return bins;
}

void set_twos(int* where) { twos<<<1, 32>>>(where); }

// The other file allocates memory of this file's kernel, and the other way around.
struct Bins {
    int *used, *kept;
};
Bins make_bins(int count);
void set_twos(int* where);

__global__ void ones(int* where) { where[threadIdx.x] = 1; }

int main() {
    Bins bins = make_bins(100);
    ones<<<1, 128>>>(bins.used);
    int* values = nullptr;
    cudaMalloc(&values, 40);
    set_twos(values);
    cudaDeviceSynchronize();
    cudaFree(values), cudaFree(bins.used);
}

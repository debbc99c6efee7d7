// Four streams copy pinned memory and compute on it, piece by piece.
#include <cstdio>

__global__ void square(int* values, int first, int count) {
    const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < first + count) values[i] *= values[i];
}

int main() {
    const int n = 4000, streams = 4, piece = n / streams;
    int *values, *d_values;
    cudaMallocHost(&values, n * sizeof(int));
    cudaMalloc(&d_values, n * sizeof(int));
    for (int i = 0; i < n; ++i) values[i] = i;
    cudaStream_t stream[streams];
    for (cudaStream_t& one : stream) cudaStreamCreate(&one);
    for (int k = 0; k < streams; ++k) {
        const int first = k * piece;
        cudaMemcpyAsync(d_values + first, values + first, piece * sizeof(int), cudaMemcpyHostToDevice, stream[k]);
        square<<<(piece + 255) / 256, 256, 0, stream[k]>>>(d_values, first, piece);
        cudaMemcpyAsync(values + first, d_values + first, piece * sizeof(int), cudaMemcpyDeviceToHost, stream[k]);
    }
    for (cudaStream_t one : stream) {
        cudaStreamSynchronize(one);
        cudaStreamDestroy(one);
    }
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += values[i] != i * i;
    printf("%d wrong\n", wrong);
    cudaFreeHost(values);
    cudaFree(d_values);
}

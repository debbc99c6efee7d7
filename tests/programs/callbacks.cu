// Calls the host when a stream reaches a callback.
#include <cstdio>

struct Progress {
    int called = 0, sum = 0;
    int* values;
};

__global__ void fill(int* values) { values[threadIdx.x] = threadIdx.x; }

void add_up(void* data) {
    auto* progress = static_cast<Progress*>(data);
    ++progress->called;
    for (int i = 0; i < 32; ++i) progress->sum += progress->values[i];
}

void CUDART_CB count(cudaStream_t, cudaError_t status, void* data) {
    if (status == cudaSuccess) ++static_cast<Progress*>(data)->called;
}

int main() {
    Progress progress;
    int* d_values;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaHostAlloc(&progress.values, 32 * sizeof(int), cudaHostAllocDefault);
    cudaMallocAsync(&d_values, 32 * sizeof(int), stream);
    fill<<<1, 32, 0, stream>>>(d_values);
    cudaMemcpyAsync(progress.values, d_values, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, add_up, &progress);
    cudaStreamAddCallback(stream, count, &progress, 0);
    cudaFreeAsync(d_values, stream);
    cudaStreamSynchronize(stream);
    printf("called %d times, %d\n", progress.called, progress.sum);
    cudaFreeHost(progress.values);
    cudaStreamDestroy(stream);
}

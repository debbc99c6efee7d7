// Several streams with pinned memory, events between them, and a host function.
#include <cstdio>

__global__ void fill(int* p, int n, int value) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = value + i;
}

__global__ void add(int* to, const int* from, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] += from[i];
}

static void CUDART_CB note(void* text) { printf("done: %s\n", static_cast<const char*>(text)); }

int main() {
    const int n = 3000;
    int *host, *first, *second;
    cudaMallocHost(&host, n * sizeof(int));
    cudaMalloc(&first, n * sizeof(int));
    cudaMalloc(&second, n * sizeof(int));
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEvent_t filled;
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    fill<<<4, 128, 0, a>>>(first, n, 10);
    fill<<<4, 128, 0, b>>>(second, n, 1000);
    cudaEventRecord(filled, b);
    cudaStreamWaitEvent(a, filled, 0);
    add<<<(n + 127) / 128, 128, 0, a>>>(first, second, n);
    cudaMemcpyAsync(host, first, n * sizeof(int), cudaMemcpyDeviceToHost, a);
    char text[] = "stream a";
    cudaLaunchHostFunc(a, note, text);
    while (cudaStreamQuery(a) == cudaErrorNotReady) {
    }
    cudaStreamSynchronize(a);
    printf("%d %d %s\n", host[0], host[n - 1], cudaGetErrorString(cudaGetLastError()));
    cudaEventDestroy(filled);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(first);
    cudaFree(second);
    cudaFreeHost(host);
}

// Measures times between events, uses streams with priorities, and makes one stream wait for another.
#include <cstdio>

__global__ void spin(unsigned* out, unsigned rounds) {
    unsigned value = threadIdx.x;
    for (unsigned i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

int main() {
    int least = 0, greatest = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t first, second;
    cudaStreamCreateWithPriority(&first, cudaStreamNonBlocking, greatest);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEvent_t begin, end, ready;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    unsigned* d_out;
    cudaMalloc(&d_out, 4 * 64 * sizeof(unsigned));
    cudaEventRecord(begin, first);
    spin<<<4, 64, 0, first>>>(d_out, 100);
    cudaEventRecord(ready, first);
    cudaStreamWaitEvent(second, ready, 0);
    spin<<<4, 64, 0, second>>>(d_out, 50);
    cudaEventRecord(end, second);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    float untimed = 0;
    const cudaError_t refused = cudaEventElapsedTime(&untimed, ready, end);
    printf("later: %d, untimed: %s, query: %s\n", milliseconds > 0, cudaGetErrorName(refused),
           cudaGetErrorName(cudaEventQuery(end)));
    cudaGetLastError();
    // The host waits for the other stream, whose work therefore ends before the default stream's event.
    cudaEventRecord(begin);
    spin<<<4, 64, 0, first>>>(d_out, 100);
    cudaStreamSynchronize(first);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
    cudaEventRecord(begin);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float nothing = 0;
    cudaEventElapsedTime(&nothing, begin, end);
    printf("around the host's wait: %d, two in a row: %d\n", milliseconds > nothing, nothing > 0);
    cudaFree(d_out);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaEventDestroy(ready);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}

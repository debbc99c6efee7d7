// Host threads with a stream each; each thread has its own last error.
#include <array>
#include <cstdio>
#include <thread>
#include <vector>

__global__ void add(int* value, int n) { atomicAdd(value, n); }

int work(int number) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int *d_value, value = 0;
    cudaMalloc(&d_value, sizeof value);
    cudaMemsetAsync(d_value, 0, sizeof value, stream);
    for (int i = 0; i < 10; ++i) add<<<2, 32, 0, stream>>>(d_value, number);
    cudaMemcpyAsync(&value, d_value, sizeof value, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaFree(d_value);
    cudaStreamDestroy(stream);
    return value;
}

int main() {
    std::array<int, 4> results{};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&results, i] { results[i] = work(i); });
    for (std::thread& thread : threads) thread.join();
    add<<<1, 4096>>>(nullptr, 0); // refused
    cudaError_t other = cudaErrorUnknown;
    std::thread([&] { other = cudaGetLastError(); }).join();
    printf("%d %d %d %d, there %s, here %s\n", results[0], results[1], results[2], results[3], cudaGetErrorName(other),
           cudaGetErrorName(cudaGetLastError()));
}

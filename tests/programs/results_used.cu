// Checks the results of failing calls in every possible way, so that no call counts as unchecked.
#include <cstdio>
#include <cuda_runtime.h>

static bool fits(cudaError_t error) { return error == cudaSuccess; }

struct Buffer {
    float* data = nullptr;
    cudaError_t error;
    explicit Buffer(size_t bytes)
        : error(cudaMalloc(&data, bytes)) {}
    ~Buffer() { cudaFree(data); }
};

__attribute__((noinline)) cudaError_t allocate(void** pointer, size_t bytes) { return cudaMalloc(pointer, bytes); }

__attribute__((noinline)) bool try_both(void** pointer, size_t bytes) {
    const cudaError_t device = cudaMalloc(pointer, bytes);
    void* pinned = nullptr;
    const cudaError_t host = cudaMallocHost(&pinned, bytes);
    cudaFreeHost(pinned);
    return device == cudaSuccess && host == cudaSuccess;
}

int main() {
    constexpr size_t huge = size_t(1) << 50;
    void* pointer = nullptr;
    size_t bytes = huge;
    int halved = 0;
    while (cudaMalloc(&pointer, bytes) != cudaSuccess) {
        bytes = bytes > size_t(1) << 20 ? size_t(1) << 20 : bytes / 2;
        ++halved;
    }
    printf("%d\n", halved);
    cudaFree(pointer);
    if (!fits(cudaMalloc(&pointer, huge))) printf("no room\n");
    const Buffer buffer(huge);
    printf("%d\n", static_cast<int>(buffer.error));
    switch (allocate(&pointer, huge)) {
    case cudaSuccess: return 1;
    case cudaErrorMemoryAllocation: printf("too large\n"); break;
    default: return 2;
    }
    printf("%d\n", try_both(&pointer, huge));
}

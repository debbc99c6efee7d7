// Objects own the memory; one function, called from several lines, copies it.
#include <cstdio>

#include "owned_memory.h"

class Buffer {
public:
    explicit __attribute__((noinline)) Buffer(int count) { cudaMalloc(&data_, count * sizeof(float)), count_ = count; }
    ~Buffer() { cudaFree(data_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    float* get() const { return data_; }

private:
    float* data_ = nullptr;
    int count_ = 0;
};

__global__ void twice(const float* in, float* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = 2 * in[i];
}

int main() {
    constexpr int count = 64;
    const float one = 1;
    float got = 0, sum = 0;
    Buffer values(count);
    Buffer doubled(count);
    cudaMemset(values.get(), 0, count * sizeof(float));
    cudaMemcpy(values.get(), &one, sizeof(one), cudaMemcpyHostToDevice);
    for (int round = 0; round < 3; ++round) {
        twice<<<2, 32>>>(values.get(), doubled.get(), count);
        download(&got, doubled.get(), 1);
        sum += got;
        download(&got, values.get(), 1);
        sum += got;
    }
    printf("%g\n", sum);
}

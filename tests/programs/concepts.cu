// C++20 in host and device code, without -std=c++20.
#include <array>
#include <cstdio>
#include <span>

template<class T>
concept Number = requires(T a, T b) { a += b; };

template<Number T>
__global__ void shift(T* values, int count, T by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += by;
}

int main() {
    std::array<int, 100> numbers{};
    for (int next = 0; int& number : numbers) number = next++;
    const std::span<int> all(numbers);
    int* d_numbers = nullptr;
    cudaMalloc(&d_numbers, all.size_bytes());
    cudaMemcpy(d_numbers, all.data(), all.size_bytes(), cudaMemcpyHostToDevice);
    shift<<<1, 128>>>(d_numbers, static_cast<int>(all.size()), 5);
    cudaMemcpy(all.data(), d_numbers, all.size_bytes(), cudaMemcpyDeviceToHost);
    cudaFree(d_numbers);
    std::printf("%d to %d\n", all.front(), all.back());
}

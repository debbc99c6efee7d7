// Two adjacent numbers that look like the address of another buffer.
#include <cstdint>
#include <cstdio>

__global__ void add(unsigned* out, unsigned low, unsigned high) { *out = low + high; }

int main() {
    unsigned *d_out, *d_other, sum = 0;
    cudaMalloc(&d_out, sizeof sum);
    cudaMalloc(&d_other, 4000);
    cudaMemset(d_other, 1, 4000);
    const auto address = reinterpret_cast<uint64_t>(d_other);
    const auto low = static_cast<unsigned>(address), high = static_cast<unsigned>(address >> 32);
    add<<<1, 1>>>(d_out, low, high);
    cudaMemcpy(&sum, d_out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%s\n", sum == low + high ? "added" : "wrong");
    cudaFree(d_other);
    cudaFree(d_out);
}

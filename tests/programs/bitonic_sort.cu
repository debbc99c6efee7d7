// Sorts in many small launches.
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void exchange(int* values, int j, int k) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other <= i) return;
    const bool up = (i & k) == 0;
    if ((values[i] > values[other]) == up) {
        const int kept = values[i];
        values[i] = values[other];
        values[other] = kept;
    }
}

int main() {
    const int n = 1024;
    std::vector<int> values(n);
    unsigned seed = 7;
    for (int& value : values) value = static_cast<int>((seed = seed * 1664525u + 1013904223u) >> 16);
    int* d_values;
    cudaMalloc(&d_values, n * sizeof(int));
    cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    int launches = 0;
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2, ++launches) exchange<<<n / 128, 128>>>(d_values, j, k);
    std::vector<int> sorted(n);
    cudaMemcpy(sorted.data(), d_values, n * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(values.begin(), values.end());
    printf("%s after %d launches\n", sorted == values ? "sorted" : "unsorted", launches);
    cudaFree(d_values);
}

// Kernels with arguments that are hard to interpret: a struct, parts of one allocation, a table in constant memory,
// memory without contents yet, addresses in memory.
#include <cstdio>
#include <vector>

struct Image {
    float* data;
    int width, height;
    float gain;
};

__constant__ int c_table[4];

__global__ void fill(Image image, double offset) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < image.width && y < image.height)
        image.data[y * image.width + x] = static_cast<float>(image.gain * (x + y) + offset);
}

__global__ void add_parts(const int* first, const int* second, int* sums, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sums[i] = first[i] + second[i] + c_table[i % 4];
}

__global__ void through_pointers(int** rows, int count) {
    if (threadIdx.x < count) rows[0][threadIdx.x] = threadIdx.x;
}

int main() {
    Image image{nullptr, 48, 20, 0.5f};
    cudaMalloc(&image.data, 48 * 20 * sizeof(float));
    fill<<<dim3(6, 5), dim3(8, 4)>>>(image, 2.25);

    int* pool;
    cudaMalloc(&pool, 300 * sizeof(int));
    std::vector<int> values(300);
    for (int i = 0; i < 300; ++i) values[i] = i;
    cudaMemcpy(pool, values.data(), 300 * sizeof(int), cudaMemcpyHostToDevice);
    int table[4] = {1000, 2000, 3000, 4000};
    cudaMemcpyToSymbol(c_table, table, sizeof table);
    add_parts<<<1, 128>>>(pool, pool + 100, pool + 200, 100);

    int** rows;
    cudaMalloc(&rows, sizeof(int*));
    cudaMemcpy(rows, &pool, sizeof(int*), cudaMemcpyHostToDevice);
    through_pointers<<<1, 32>>>(rows, 8);
    cudaMemcpy(values.data(), pool, 300 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", values[7], values[203]);
    cudaFree(image.data);
    cudaFree(pool);
    cudaFree(rows);
}

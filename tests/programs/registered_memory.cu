// Registers host memory. Kernels use it by its host address and by its device address.
#include <cstdio>
#include <vector>

__global__ void scale(float* values, int n, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= by;
}

struct Part {
    float* values;
    int n;
};
__global__ void scale_part(Part part, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < part.n) part.values[i] *= by;
}

int main() {
    const int n = 5000;
    std::vector<float> values(n, 1.0f);
    const size_t bytes = n * sizeof(float);
    printf("%s\n", cudaGetErrorName(cudaHostRegister(values.data(), bytes, cudaHostRegisterMapped)));
    printf("%s\n", cudaGetErrorName(cudaHostRegister(values.data(), bytes, cudaHostRegisterMapped)));
    scale<<<20, 256>>>(values.data(), n, 3);
    cudaDeviceSynchronize();
    printf("%g %g\n", values[0], values[n - 1]);

    float* device = nullptr;
    printf("%s\n", cudaGetErrorName(cudaHostGetDevicePointer(&device, values.data(), 0)));
    values[7] = 2;
    scale<<<20, 256>>>(device, n, 5);
    scale_part<<<1, 32>>>({values.data() + 4, 8}, 2);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", values[0], values[7], values[n - 1]);

    cudaPointerAttributes about;
    cudaPointerGetAttributes(&about, values.data() + 1);
    printf("%d %d\n", about.type == cudaMemoryTypeHost, about.hostPointer == values.data() + 1);

    float* copy = nullptr;
    cudaMalloc(&copy, bytes);
    cudaMemcpy(copy, device, bytes, cudaMemcpyDefault);
    cudaMemset(device, 0, bytes / 2);
    printf("%g %g\n", values[0], values[n - 1]);
    cudaMemcpyAsync(values.data(), copy, bytes, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    printf("%g\n", values[7]);
    cudaFree(copy);
    printf("%s\n", cudaGetErrorName(cudaHostUnregister(values.data())));
    printf("%s\n", cudaGetErrorName(cudaHostUnregister(values.data())));
    cudaGetLastError();
}

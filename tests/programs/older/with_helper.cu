// Includes a helper header from its own folder, as CUDA's samples do.
#include <cstdio>
#include <helper_cuda.h>

__global__ void square(int* values) { values[threadIdx.x] *= values[threadIdx.x]; }

int main(int argc, char** argv) {
    printf("%s on %d: ", argv[0] + strlen(argv[0]) - strlen("/with_helper"), some_device(argc, argv));
    int values[] = {1, 2, 3, 4}, *device = nullptr;
    checked(cudaMalloc(&device, sizeof values));
    checked(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
    square<<<1, 4>>>(device);
    checked(cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost));
    checked(cudaFree(device));
    printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
}

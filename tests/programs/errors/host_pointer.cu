#include <cstdio>
#include <cstdlib>
__global__ void kernel(int* p) { p[threadIdx.x] = 1; }
int main() {
    int* const p = (int*)malloc(128);
    kernel<<<1, 32>>>(p); // memory of the host
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    free(p);
}

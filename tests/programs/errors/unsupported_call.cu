#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    cudaGraph_t graph;
    const cudaError_t error = FIXED ? cudaSuccess : cudaGraphCreate(&graph, 0);
    printf("%s\n", cudaGetErrorName(error));
}

#include <cstdio>
int main() {
    cudaGraph_t graph;
    const cudaError_t error = cudaGraphCreate(&graph, 0);
    printf("%s\n", cudaGetErrorName(error));
}

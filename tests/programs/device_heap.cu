// Kernels allocate memory that is kept between launches.
#include <cstdio>

struct Node {
    int value;
    Node* next;
};

__device__ Node* first;

__global__ void push(int n) {
    for (int i = 0; i < n; ++i) {
        Node* node = static_cast<Node*>(malloc(sizeof(Node)));
        node->value = i;
        node->next = first;
        first = node;
    }
}

__global__ void pop_all(int* sum) {
    *sum = 0;
    while (first != nullptr) {
        Node* node = first;
        *sum += node->value;
        first = node->next;
        free(node);
    }
}

int main() {
    int *d_sum, sum = 0;
    cudaMalloc(&d_sum, sizeof sum);
    push<<<1, 1>>>(10);
    push<<<1, 1>>>(5);
    pop_all<<<1, 1>>>(d_sum);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaFree(d_sum);
}

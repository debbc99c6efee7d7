// A linked list in registered host memory. Its links are host addresses.
#include <cstdio>
#include <vector>

struct Node {
    float* values;
    const Node* next;
};
__global__ void scale_list(const Node* node, int n, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; node != nullptr; node = node->next)
        if (i < n) node->values[i] *= by;
}

int main() {
    const int n = 5000;
    std::vector<float> first(n, 1.0f), second(n, 10.0f);
    std::vector<Node> nodes{{first.data(), nullptr}, {second.data(), nullptr}};
    nodes[0].next = &nodes[1];
    cudaHostRegister(first.data(), n * sizeof(float), cudaHostRegisterMapped);
    cudaHostRegister(second.data(), n * sizeof(float), cudaHostRegisterMapped);
    cudaHostRegister(nodes.data(), nodes.size() * sizeof(Node), cudaHostRegisterMapped);
    Node* head = nullptr; // in device memory; contains host addresses
    cudaMalloc(&head, sizeof(Node));
    cudaMemcpy(head, &nodes[0], sizeof(Node), cudaMemcpyHostToDevice);
    scale_list<<<(n + 255) / 256, 256>>>(head, n, 3);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%g %g %g %g\n", first[0], first[n - 1], second[0], second[n - 1]);
    first[1] = 5; // the next launch sees the host's change
    scale_list<<<(n + 255) / 256, 256>>>(head, n, 2);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", first[0], first[1], second[n - 1]);
    cudaFree(head);
    cudaHostUnregister(nodes.data());
    cudaHostUnregister(second.data());
    cudaHostUnregister(first.data());
}

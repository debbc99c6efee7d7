// Memory of the host's own that a program registers: kernels use it by the host's address and by the device's.
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

// A list whose links are the host's addresses.
struct Node {
    float* values;
    const Node* next;
};
__global__ void scale_list(const Node* node, int n, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; node != nullptr; node = node->next)
        if (i < n) node->values[i] *= by;
}

void scale_lists(int n) {
    std::vector<float> first(n, 1.0f), second(n, 10.0f);
    std::vector<Node> nodes{{first.data(), nullptr}, {second.data(), nullptr}};
    nodes[0].next = &nodes[1];
    cudaHostRegister(first.data(), n * sizeof(float), cudaHostRegisterMapped);
    cudaHostRegister(second.data(), n * sizeof(float), cudaHostRegisterMapped);
    cudaHostRegister(nodes.data(), nodes.size() * sizeof(Node), cudaHostRegisterMapped);
    Node* head = nullptr; // on the device, with addresses of the host in it
    cudaMalloc(&head, sizeof(Node));
    cudaMemcpy(head, &nodes[0], sizeof(Node), cudaMemcpyHostToDevice);
    scale_list<<<(n + 255) / 256, 256>>>(head, n, 3);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%g %g %g %g\n", first[0], first[n - 1], second[0], second[n - 1]);
    first[1] = 5; // the next launch sees what the host has changed
    scale_list<<<(n + 255) / 256, 256>>>(head, n, 2);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", first[0], first[1], second[n - 1]);
    cudaFree(head);
    cudaHostUnregister(nodes.data());
    cudaHostUnregister(second.data());
    cudaHostUnregister(first.data());
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
    scale_lists(n);
}

// A linked list in managed memory that host and device walk along, and a __managed__ variable.
#include <cstdio>
#include <new>

struct Node {
    int value;
    Node* next;
    void* operator new(size_t bytes) {
        void* p = nullptr;
        if (cudaMallocManaged(&p, bytes) != cudaSuccess) throw std::bad_alloc();
        return p;
    }
    void operator delete(void* p) { cudaFree(p); }
};

__managed__ int total = 5;

__global__ void sum(Node* head) {
    for (Node* n = head; n != nullptr; n = n->next) {
        total += n->value;
        n->value = -n->value;
    }
}

int main() {
    Node* head = nullptr;
    for (int i = 1; i <= 100; ++i) {
        Node* const node = new Node;
        node->value = i;
        node->next = head;
        head = node;
    }
    sum<<<1, 1>>>(head);
    cudaDeviceSynchronize();
    int on_host = 0;
    while (head != nullptr) {
        Node* const next = head->next;
        on_host += head->value;
        delete head;
        head = next;
    }
    printf("%d %d\n", total, on_host);
}

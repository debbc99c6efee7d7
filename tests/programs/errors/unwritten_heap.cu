// A member of memory from the heap of kernels is read, but nothing has written it.
#ifndef FIXED
#define FIXED 0
#endif
struct Node {
    int key;
    Node *left, *right;
};
__global__ void kernel(int* out) {
    Node* volatile kept = static_cast<Node*>(malloc(sizeof(Node))); // volatile, so that the memory is used
    Node* const node = kept;
    node->key = threadIdx.x;
    if (FIXED) node->right = nullptr;
    out[threadIdx.x] = node->right == nullptr ? node->key : -1;
    free(node);
}
int main() {
    int* out = nullptr;
    cudaMalloc(&out, 128);
    kernel<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}

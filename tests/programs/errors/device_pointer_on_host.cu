#include <cstdio>
int main() {
    int* p = nullptr;
    cudaMalloc(&p, 128);
    printf("before\n");
    fflush(stdout);
    p[3] = 1; // device memory
    printf("after\n");
}

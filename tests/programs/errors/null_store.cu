#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int number = 0;
    int* place = FIXED ? &number : nullptr;
    void* p = nullptr;
    cudaMalloc(&p, 100);
    *place = 5;
    printf("%d\n", number);
    cudaFree(p);
}

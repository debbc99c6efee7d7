#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__attribute__((noinline)) void count_up(int count, int* last) {
    volatile int few[4] = {};
    for (int i = 0; i < count; ++i) few[i] = i + 1;  // also overwrites the return address
    *last = few[3];
}
int main() {
    void* p = nullptr;
    cudaMalloc(&p, 100);
    static int last = 0;
    count_up(FIXED ? 4 : 400, &last);
    printf("%d\n", last);
    cudaFree(p);
}

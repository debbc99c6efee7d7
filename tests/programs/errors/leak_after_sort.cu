// Memory that is never freed, allocated after a call of qsort() with a function that comes first.
#ifndef FIXED
#define FIXED 0
#endif
#include <stdlib.h>
static int compare(const void* left, const void* right) {
    return *(const int*)left - *(const int*)right;
}
int main() {
    int values[3] = {3, 1, 2};
    qsort(values, 3, sizeof(int), compare);
    int* kept;
    cudaMalloc((void**)&kept, sizeof(values));
    if (FIXED) cudaFree(kept);
    return values[0] - 1;
}

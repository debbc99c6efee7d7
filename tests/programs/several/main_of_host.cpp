// main() of a program with kernels in another file.
#include <cstdio>
#include <cuda_runtime.h>

void double_on_device(int* values, int n);

int main() {
    int2 pair = make_int2(20, 1);
    double_on_device(&pair.x, 2);
    printf("%d %d\n", pair.x, pair.y);
}

// Managed variables of several types, with names that other variables also have.
#include <cstdio>

struct Pair {
    int x, total;
};

__device__ __managed__ int total = 5;
static __managed__ float list[4] = {1, 2, 3, 4};
__managed__ Pair pair;

__global__ void change() {
    if (threadIdx.x == 0) {
        total += 1;
        pair.x = 7;
    }
    list[threadIdx.x] *= 2;
}

int main() {
    Pair local{1, 2};
    Pair* const there = &local;
    total *= 2;
    list[1] = 10;
    change<<<1, 4>>>();
    cudaDeviceSynchronize();
    int* const place = &total;
    printf("%d %g %g %d %d %d\n", total, list[1], list[3], pair.x, *place, there->total + local.total);
    cudaMemset(&total, 0, sizeof total);
    cudaDeviceSynchronize();
    printf("%d\n", total);
}

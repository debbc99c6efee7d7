// Host code calls CUDA's min() and max() with arguments of two types.
#include <cstdio>

__global__ void one(int* p) {
    if (threadIdx.x == 0) *p = 1;
}

int main() {
    unsigned wanted = 96;
    unsigned threads = min(wanted, 1024);
    float small = 0.25f;
    double larger = max(small, 0.5);
    long long most = max(5LL, 7ULL);
    int* p = nullptr;
    cudaMalloc(&p, sizeof(int));
    one<<<1, threads>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    printf("%u %g %lld %d\n", threads, larger, most, max(-2, 3));
}

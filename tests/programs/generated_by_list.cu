// One list, included twice, defines both the kernels and the host's table of them (an "X macro").
#include <cstdio>

#define OPERATION(name, formula)                                                                                       \
    __global__ void name(const int* left, const int* right, int* out) {                                                \
        const int a = left[threadIdx.x], b = right[threadIdx.x];                                                       \
        out[threadIdx.x] = formula;                                                                                    \
    }
#include "operations.def"
#undef OPERATION

struct Named {
    const char* name;
    void (*kernel)(const int*, const int*, int*);
};

const Named operations[] = {
#define OPERATION(name, formula) {#name, name},
#include "operations.def"
#undef OPERATION
    {nullptr, nullptr},
};

int main() {
    int left[32], right[32], out[32], *d_left, *d_right, *d_out;
    for (int i = 0; i < 32; ++i) {
        left[i] = i;
        right[i] = 2 * i + 1;
    }
    cudaMalloc(&d_left, sizeof left);
    cudaMalloc(&d_right, sizeof right);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_left, left, sizeof left, cudaMemcpyHostToDevice);
    cudaMemcpy(d_right, right, sizeof right, cudaMemcpyHostToDevice);
    for (const Named* one = operations; one->name != nullptr; ++one) {
        one->kernel<<<1, 32>>>(d_left, d_right, d_out);
        cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
        printf("%s: %d %d %d\n", one->name, out[0], out[1], out[31]);
    }
    cudaFree(d_left);
    cudaFree(d_right);
    cudaFree(d_out);
}

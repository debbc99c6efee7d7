// kernels: square_f, square_d
#include <iostream>
#define DEFINE_SQUARE(NAME, TYPE)                                                     \
    __global__ void NAME(const TYPE *in, TYPE *out, int n) {                          \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                \
        if (i < n) out[i] = in[i] * in[i];                                            \
    }
DEFINE_SQUARE(square_f, float)
DEFINE_SQUARE(square_d, double) // @line is in the PTX
#undef DEFINE_SQUARE
int main() {
    square_f<<<1, 32>>>(nullptr, nullptr, 0);
    std::cout << "ok\n";
}

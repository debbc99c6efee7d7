// kernels: fill
#include <iostream>
__global__ void fill(int *x, register int v) {
    register int i = threadIdx.x;
    uint j = i;
    ushort k = 1;
    int64_t big = v;
    x[j * k] = (int)big; // @line is in the PTX
}
int main() { std::cout << "x"; }

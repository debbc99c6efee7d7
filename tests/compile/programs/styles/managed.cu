// kernels: count, AplusB
#include <cstring>
__device__ __managed__ int ret[1000];
__managed__ unsigned total = 0;
struct dataElem { int prop1; char *text; };
__global__ void AplusB(int a, int b) { ret[threadIdx.x] = a + b + threadIdx.x; }
__global__ void count(dataElem *elem) {
    elem->prop1 += 1; // @line is in the PTX
    atomicAdd(&total, 1u);
}
void launch(dataElem *elem) {
    count<<<1, 1>>>(elem);
    cudaDeviceSynchronize();
}
int main(void) {
    dataElem *e;
    cudaMallocManaged((void **)&e, sizeof(dataElem));
    e->text = strdup("hello");
    AplusB<<<1, 1000>>>(10, 100);
    launch(e);
    for (int i = 0; i < 1000; i++) printf("%d: A+B = %d\n", i, ret[i]);
    return 0;
}

// kernels: scan
#include <cstdio>
#include <numeric>
extern __shared__ float temp[];
__global__ void scan(float *g_odata, float *g_idata, int n) {
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else
            temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g_odata[thid] = temp[pout * n + thid]; // @line is in the PTX
    if (thid == 0) printf("n = %d\n", n);
}
int cpu_scan(float *x, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i) { sum += x[i]; x[i] = sum; }
    printf("%f\n", std::accumulate(x, x + n, 0.f));
    return 0;
}
auto main(int argc, char **argv) -> int {
    scan<<<1, 64, 2 * 64 * sizeof(float)>>>(0, 0, 64);
    return cudaDeviceReset();
}

// Dynamic shared memory, also of more than 48 KiB, and a reduction with shuffles.
#include <cstdio>

__global__ void reverse(int* data, int n) {
    extern __shared__ int kept[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) kept[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = kept[n - 1 - i];
}

__global__ void sum(const int* data, int n, long long* out) {
    long long mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += data[i];
    for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffffu, mine, d);
    if (threadIdx.x % 32 == 0) atomicAdd((unsigned long long*)out, (unsigned long long)mine);
}

int main() {
    const int n = 16000, bytes = n * sizeof(int);
    int* data;
    long long *out, total = 0;
    cudaMalloc(&data, bytes);
    cudaMalloc(&out, sizeof(total));
    cudaMemset(out, 0, sizeof(total));
    int* host = new int[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMemcpy(data, host, bytes, cudaMemcpyHostToDevice);
    const cudaError_t set = cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    reverse<<<1, 256, bytes>>>(data, n);
    const cudaError_t launched = cudaGetLastError();
    sum<<<8, 128>>>(data, n, out);
    cudaMemcpy(host, data, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, out, sizeof(total), cudaMemcpyDeviceToHost);
    printf("%s %s %d %d %lld\n", cudaGetErrorName(set), cudaGetErrorName(launched), host[0], host[n - 1], total);
    delete[] host;
    cudaFree(data);
    cudaFree(out);
}

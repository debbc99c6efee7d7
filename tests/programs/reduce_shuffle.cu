// A sum by shuffles, of any type and block size, launched from a template.
#include <cstdio>
#include <vector>

template<typename T>
__inline__ __device__ T warp_sum(T value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

template<typename T, int threads>
__global__ void reduce(const T* in, T* out, int n) {
    __shared__ T partial[threads / 32];
    T sum = 0;
    for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) sum += in[i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < threads / 32 ? partial[threadIdx.x] : T(0);
        sum = warp_sum(sum);
        if (threadIdx.x == 0) atomicAdd(out, sum);
    }
}

template<typename T, int threads>
T sum_of(int n) {
    std::vector<T> values(n);
    for (int i = 0; i < n; ++i) values[i] = static_cast<T>(i % 10);
    T *d_in, *d_out, sum = 0;
    cudaMalloc(&d_in, n * sizeof(T));
    cudaMalloc(&d_out, sizeof(T));
    cudaMemcpy(d_in, values.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, sizeof(T));
    reduce<T, threads><<<5, threads>>>(d_in, d_out, n);
    cudaMemcpy(&sum, d_out, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    return sum;
}

int main() {
    printf("%d %g %g\n", sum_of<int, 64>(10000), sum_of<float, 128>(1000), sum_of<double, 256>(7777));
}

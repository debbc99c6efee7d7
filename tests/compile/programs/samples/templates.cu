// kernels: reduceBlocks<float, 128>, reduceBlocks<int, 64>, fill<double>
#include <cuda_runtime.h>
#include <chrono>
#include <algorithm>
#include <string>

template <typename T> struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};

template <typename T, unsigned int blockSize>
__global__ void reduceBlocks(const T *g_idata, T *g_odata, unsigned int n) {
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockSize + tid;
    sdata[tid] = i < n ? g_idata[i] : 0;
    __syncthreads();
    for (unsigned int s = blockSize / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s]; // @line is in the PTX
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <class T>
__global__ void fill(T *out, T value, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = value;
}

template <class T>
void launch_any(T *data, int n) {
    fill<T><<<n / 128, 128>>>(data, T(1), n);
}

template <class T>
class Timer {
public:
    Timer(const std::string &name) : name_(name), start_(std::chrono::steady_clock::now()) {}
    ~Timer() { printf("%s\n", name_.c_str()); }
private:
    std::string name_;
    std::chrono::steady_clock::time_point start_;
};

int main() {
    Timer<int> timer("all");
    float *in, *out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    reduceBlocks<float, 128><<<8, 128, 128 * sizeof(float)>>>(in, out, 1024);
    reduceBlocks<int, 64><<<8, 64, 64 * sizeof(int)>>>((int *)in, (int *)out, 512);
    fill<double><<<4, 128>>>((double *)in, 1.0, 512);
    launch_any(in, 1024);
    cudaDeviceSynchronize();
}

// kernels: histogram
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/functional.h>
#include <cub/cub.cuh>

struct is_odd {
    __host__ __device__ bool operator()(const int x) const { return x % 2; }
};

struct saxpy_functor : public thrust::binary_function<float, float, float> {
    const float a;
    saxpy_functor(float _a) : a(_a) {}
    __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};

typedef thrust::device_vector<int> IntVector;

__global__ void histogram(const unsigned char *in, unsigned int *bins, int n) {
    __shared__ unsigned int local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[in[i]], 1u); // @line is in the PTX
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

int main() {
    thrust::host_vector<int> h(100);
    thrust::generate(h.begin(), h.end(), rand);
    IntVector d = h;
    thrust::sort(d.begin(), d.end());
    int odd = thrust::count_if(d.begin(), d.end(), is_odd());
    thrust::transform(d.begin(), d.end(), d.begin(), [=] __device__(int i) { return i + 1; });
    void *temp = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(temp, bytes, thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(d.data()), 100);
    histogram<<<4, 256>>>(nullptr, nullptr, 0);
    return odd;
}

// kernels: saxpy
#include <memory>
#include <stdexcept>
#include <vector>

template <class T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t n) : size_(n) {
        if (cudaMalloc(&data_, n * sizeof(T)) != cudaSuccess) throw std::runtime_error("cudaMalloc");
    }
    ~DeviceBuffer() { cudaFree(data_); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    void upload(const std::vector<T> &from) { cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice); }
    T *get() const { return data_; }

private:
    T *data_ = nullptr;
    size_t size_ = 0;
};

class Managed {
public:
    void *operator new(size_t len) {
        void *ptr;
        cudaMallocManaged(&ptr, len);
        return ptr;
    }
    void operator delete(void *ptr) { cudaFree(ptr); }
};

struct View : public Managed {
    float *x;
    int n;
    View(float *x_, int n_);
    __host__ __device__ int size() const { return n; }
    __device__ float &at(int i) { return x[i]; }
    void print() const { std::vector<float> copy(n); printf("%d\n", (int)copy.size()); }
};

View::View(float *x_, int n_) : x(x_), n(n_) { cudaDeviceSynchronize(); }

__global__ void saxpy(View *y, const float *x, float a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < y->size())
        y->at(i) += a * x[i]; // @line is in the PTX
}

int main() {
    DeviceBuffer<float> x(1000), y(1000);
    View *view = new View(y.get(), 1000);
    saxpy<<<4, 256>>>(view, x.get(), 3.0f);
    delete view;
}

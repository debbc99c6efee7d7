// Throws errors as exceptions, while destructors free the buffers.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

class CudaError : public std::runtime_error {
public:
    CudaError(cudaError_t code, const char* what)
        : std::runtime_error(std::string(what) + ": " + cudaGetErrorString(code)) {}
};
inline void check(cudaError_t code, const char* what) {
    if (code != cudaSuccess) throw CudaError(code, what);
}
#define TRY(call) check((call), #call)

template<typename T>
class Buffer {
public:
    explicit Buffer(size_t count)
        : count_(count) {
        TRY(cudaMalloc(&data_, count * sizeof(T)));
        ++alive;
    }
    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr))
        , count_(other.count_) {}
    Buffer(const Buffer&) = delete;
    ~Buffer() {
        if (data_ == nullptr) return;
        cudaFree(data_);
        --alive;
    }
    T* get() { return data_; }
    static int alive;

private:
    T* data_ = nullptr;
    size_t count_;
};
template<typename T>
int Buffer<T>::alive = 0;

__global__ void fill(double* out) { out[threadIdx.x] = 0.5; }

int main() {
    try {
        Buffer<double> first(64);
        Buffer<double> moved(std::move(first));
        fill<<<1, 64>>>(moved.get());
        TRY(cudaGetLastError());
        double value = 0;
        TRY(cudaMemcpy(&value, moved.get() + 63, sizeof value, cudaMemcpyDeviceToHost));
        printf("%g, %d alive\n", value, Buffer<double>::alive);
        fill<<<1, 5000>>>(moved.get());
        TRY(cudaGetLastError());
        printf("not reached\n");
    } catch (const CudaError& error) {
        printf("%s, %d alive\n", error.what(), Buffer<double>::alive);
    }
}

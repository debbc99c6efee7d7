// A class that owns device memory, templates, and exceptions for errors.
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

static void check(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

template <class T>
class Buffer {
public:
    explicit Buffer(size_t count) : count_(count) { check(cudaMalloc(&data_, count * sizeof(T))); }
    explicit Buffer(const std::vector<T>& values) : Buffer(values.size()) {
        check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Buffer() { cudaFree(data_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), count_(other.count_) {}
    T* get() const { return data_; }
    size_t size() const { return count_; }
    std::vector<T> download() const {
        std::vector<T> values(count_);
        check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    T* data_ = nullptr;
    size_t count_;
};

template <class T, class F>
__global__ void transform(const T* in, T* out, size_t n, F f) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) out[i] = f(in[i]);
}

struct Scale {
    double by;
    template <class T>
    __device__ T operator()(T x) const {
        return T(x * by);
    }
};

template <class T>
Buffer<T> scaled(const Buffer<T>& in, double by) {
    Buffer<T> out(in.size());
    transform<<<unsigned((in.size() + 127) / 128), 128>>>(in.get(), out.get(), in.size(), Scale{by});
    check(cudaGetLastError());
    return out;
}

int main() {
    std::vector<int> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0);
    const Buffer<int> twice = scaled(Buffer<int>(numbers), 2);
    const Buffer<double> half = scaled(Buffer<double>(std::vector<double>(10, 3.0)), 0.5);
    const std::vector<int> got = twice.download();
    printf("%d %g\n", std::accumulate(got.begin(), got.end(), 0), half.download()[9]);
    try {
        Buffer<char> huge(size_t(1) << 50);
        printf("no exception\n");
    } catch (const std::exception& problem) {
        printf("caught: %s\n", problem.what());
    }
}

// Policies and functors as template arguments, in namespaces, launched from a template of the host.
#include <cstdio>
#include <vector>

namespace math {
struct Square {
    template<class T>
    __host__ __device__ T operator()(T x) const {
        return x * x;
    }
};
class Add {
public:
    explicit Add(int by)
        : by_(by) {}
    __host__ __device__ int operator()(int x) const { return x + by_; }

private:
    int by_;
};
} // namespace math

enum class Order { forwards, backwards };

namespace detail {
template<Order order, class T, class F>
__global__ void map(const T* in, T* out, size_t n, F f) {
    const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
    if (i < n) out[order == Order::forwards ? i : n - 1 - i] = f(in[i]);
}
} // namespace detail

template<Order order, class T, class F>
std::vector<T> mapped(const std::vector<T>& in, F f) {
    T *d_in, *d_out;
    const size_t bytes = in.size() * sizeof(T);
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
    detail::map<order><<<2, 32>>>(d_in, d_out, in.size(), f);
    std::vector<T> out(in.size());
    cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    return out;
}

int main() {
    std::vector<int> numbers;
    for (int i = 0; i < 50; ++i) numbers.push_back(i);
    const std::vector<float> floats(numbers.begin(), numbers.end());
    printf("%d %d %g\n", mapped<Order::forwards>(numbers, math::Square())[7],
           mapped<Order::backwards>(numbers, math::Add(100))[0], mapped<Order::forwards>(floats, math::Square())[49]);
}

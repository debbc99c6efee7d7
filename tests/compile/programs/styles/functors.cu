// kernels: map<Negate, float>, map<Affine, float>
#include <functional>
#include <vector>

struct Negate {
    template <class T> __device__ T operator()(T x) const { return -x; }
};

struct Affine {
    float a, b;
    Affine(float a_, float b_) : a(a_), b(b_) {}
    __device__ float operator()(float x) const { return a * x + b; }
};

template <class F, class T>
__global__ void map(const T *in, T *out, int n, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = f(in[i]); // @line is in the PTX
}

template <typename F>
void for_all(std::vector<float> &data, F f) {
    map<F, float><<<1, 128>>>(data.data(), data.data(), (int)data.size(), f);
}

int main() {
    std::vector<float> x(100);
    std::function<void()> go = [&]() { for_all(x, Negate()); };
    go();
    map<Negate, float><<<1, 128>>>(x.data(), x.data(), 100, Negate());
    map<Affine, float><<<1, 128>>>(x.data(), x.data(), 100, Affine(1.f, 2.f));
}

// kernels: apply
#include <cmath>
#ifdef __CUDACC__
#define HD __host__ __device__
#define KERNEL __global__ void
#else
#define HD
#define KERNEL void
#endif
#define DEVICE_INLINE __device__ __forceinline__
#define SQUARE(x) ((x) * (x))
#define HOST_ONLY(x) std::cout << (x) << std::endl

class Complex {
    float re_, im_;

public:
    HD Complex(float re, float im) : re_(re), im_{im} {}
    HD Complex() : Complex(0, 0) {}
    HD float norm() const { return SQUARE(re_) + SQUARE(im_); }
    HD Complex operator*(const Complex &b) const { return Complex(re_ * b.re_ - im_ * b.im_, re_ * b.im_ + im_ * b.re_); }
    HD Complex operator+(const Complex &b) const { return {re_ + b.re_, im_ + b.im_}; }
    std::string text() const;
    friend std::ostream &operator<<(std::ostream &o, const Complex &c) { return o << c.re_; }
};

std::string Complex::text() const { return std::to_string(re_); }

DEVICE_INLINE int julia(Complex z, Complex c, int most) {
    int i = 0;
    for (; i < most && z.norm() < 4; ++i) z = z * z + c;
    return i;
}

KERNEL __launch_bounds__(256) apply(unsigned char *out, int width, int height, float re, float im) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= width || y >= height) return;
    Complex z(1.5f * (width / 2 - x) / (0.5f * width), (height / 2 - y) / (0.5f * height));
    out[y * width + x] = julia(z, Complex(re, im), 255); // @line is in the PTX
}

void report(const Complex &c) { HOST_ONLY(c.text()); }

// Conjugate gradient on a 2D Poisson problem, CSR, with classes that own device memory.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <iostream>
#include <iomanip>
#include <chrono>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                   \
    do {                                                                                   \
        const cudaError_t status_ = (call);                                                \
        if (status_ != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", __FILE__, __LINE__, #call, \
                         cudaGetErrorString(status_), cudaGetErrorName(status_));          \
            std::exit(EXIT_FAILURE);                                                       \
        }                                                                                  \
    } while (0)
#define CUDA_CHECK_LAST() CUDA_CHECK(cudaPeekAtLastError())

template <typename T>
class DeviceVector {
public:
    explicit DeviceVector(std::size_t n) : size_{n} { CUDA_CHECK(cudaMalloc(&data_, n * sizeof(T))); }
    explicit DeviceVector(const std::vector<T>& h) : DeviceVector(h.size()) { upload(h); }
    ~DeviceVector() { if (data_) cudaFree(data_); }
    DeviceVector(const DeviceVector&) = delete;
    DeviceVector& operator=(const DeviceVector&) = delete;
    DeviceVector(DeviceVector&& o) noexcept : data_{std::exchange(o.data_, nullptr)}, size_{std::exchange(o.size_, 0)} {}
    DeviceVector& operator=(DeviceVector&& o) noexcept { std::swap(data_, o.data_); std::swap(size_, o.size_); return *this; }
    void upload(const std::vector<T>& h) { CUDA_CHECK(cudaMemcpy(data_, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    std::vector<T> download() const {
        std::vector<T> h(size_);
        CUDA_CHECK(cudaMemcpy(h.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return h;
    }
    void zero() { CUDA_CHECK(cudaMemset(data_, 0, size_ * sizeof(T))); }
    T* get() noexcept { return data_; }
    const T* get() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

constexpr int kBlock = 128;
inline int blocks_for(std::size_t n) { return static_cast<int>((n + kBlock - 1) / kBlock); }

template <typename T>
__global__ void spmv_csr(const int rows, const int* __restrict__ row_ptr, const int* __restrict__ cols,
                         const T* __restrict__ vals, const T* __restrict__ x, T* __restrict__ y) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        T sum = T(0);
        for (int k = row_ptr[row]; k < row_ptr[row + 1]; ++k) sum += vals[k] * __ldg(&x[cols[k]]);
        y[row] = sum;
    }
}

template <typename T>
__inline__ __device__ T warp_sum(T v) {
#pragma unroll
    for (int offset = warpSize / 2; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

template <typename T, int Block>
__global__ void dot_partial(int n, const T* a, const T* b, T* partial) {
    __shared__ T warps[Block / 32];
    T sum = T(0);
    for (int i = blockIdx.x * Block + threadIdx.x; i < n; i += gridDim.x * Block) sum += a[i] * b[i];
    sum = warp_sum(sum);
    if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        T v = threadIdx.x < Block / 32 ? warps[threadIdx.x] : T(0);
        v = warp_sum(v);
        if (threadIdx.x == 0) partial[blockIdx.x] = v;
    }
}

template <typename T> __global__ void axpy(int n, T alpha, const T* x, T* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fma(alpha, x[i], y[i]);
}
template <typename T> __global__ void xpay(int n, const T* x, T beta, T* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + beta * y[i];
}

struct CsrMatrix {
    int rows = 0;
    std::vector<int> row_ptr{0}, cols;
    std::vector<double> vals;
    static CsrMatrix poisson2d(int nx, int ny) {
        CsrMatrix m;
        m.rows = nx * ny;
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x) {
                auto add = [&](int c, int r, double v) {
                    if (c < 0 || r < 0 || c >= nx || r >= ny) return;
                    m.cols.push_back(r * nx + c);
                    m.vals.push_back(v);
                };
                add(x, y - 1, -1.0); add(x - 1, y, -1.0); add(x, y, 4.0); add(x + 1, y, -1.0); add(x, y + 1, -1.0);
                m.row_ptr.push_back(static_cast<int>(m.cols.size()));
            }
        return m;
    }
};

class CudaTimer {
public:
    CudaTimer() { CUDA_CHECK(cudaEventCreate(&a_)); CUDA_CHECK(cudaEventCreateWithFlags(&b_, cudaEventDefault)); }
    ~CudaTimer() { cudaEventDestroy(a_); cudaEventDestroy(b_); }
    void start(cudaStream_t s = nullptr) { CUDA_CHECK(cudaEventRecord(a_, s)); }
    float stop(cudaStream_t s = 0) {
        CUDA_CHECK(cudaEventRecord(b_, s)); CUDA_CHECK(cudaEventSynchronize(b_));
        float ms = 0; CUDA_CHECK(cudaEventElapsedTime(&ms, a_, b_)); return ms;
    }
private:
    cudaEvent_t a_{}, b_{};
};

class Solver {
public:
    Solver(const CsrMatrix& m)
        : rows_{m.rows}, row_ptr_{m.row_ptr}, cols_{m.cols}, vals_{m.vals}, r_(m.rows), p_(m.rows), ap_(m.rows), partial_(kDotBlocks) {
        CUDA_CHECK(cudaFuncSetCacheConfig(spmv_csr<double>, cudaFuncCachePreferL1));
    }
    double dot(const double* a, const double* b) {
        dot_partial<double, kBlock><<<kDotBlocks, kBlock>>>(rows_, a, b, partial_.get());
        CUDA_CHECK_LAST();
        const auto h = partial_.download();
        double s = 0; for (double v : h) s += v;
        return s;
    }
    std::pair<int, double> solve(const std::vector<double>& b, std::vector<double>& x, double tol, int max_it) {
        DeviceVector<double> dx(x), db(b);
        spmv_csr<<<blocks_for(rows_), kBlock>>>(rows_, row_ptr_.get(), cols_.get(), vals_.get(), dx.get(), ap_.get());
        CUDA_CHECK_LAST();
        CUDA_CHECK(cudaMemcpy(r_.get(), db.get(), rows_ * sizeof(double), cudaMemcpyDeviceToDevice));
        axpy<<<blocks_for(rows_), kBlock>>>(rows_, -1.0, ap_.get(), r_.get());
        CUDA_CHECK(cudaMemcpyAsync(p_.get(), r_.get(), rows_ * sizeof(double), cudaMemcpyDeviceToDevice, nullptr));
        double rr = dot(r_.get(), r_.get());
        const double stop = tol * tol * rr;
        int it = 0;
        for (; it < max_it && rr > stop; ++it) {
            spmv_csr<<<blocks_for(rows_), kBlock>>>(rows_, row_ptr_.get(), cols_.get(), vals_.get(), p_.get(), ap_.get());
            const double alpha = rr / dot(p_.get(), ap_.get());
            axpy<<<blocks_for(rows_), kBlock>>>(rows_, alpha, p_.get(), dx.get());
            axpy<<<blocks_for(rows_), kBlock>>>(rows_, -alpha, ap_.get(), r_.get());
            const double next = dot(r_.get(), r_.get());
            xpay<<<blocks_for(rows_), kBlock>>>(rows_, r_.get(), next / rr, p_.get());
            CUDA_CHECK_LAST();
            rr = next;
        }
        CUDA_CHECK(cudaDeviceSynchronize());
        x = dx.download();
        return {it, std::sqrt(rr)};
    }
private:
    static constexpr int kDotBlocks = 8;
    int rows_;
    DeviceVector<int> row_ptr_, cols_;
    DeviceVector<double> vals_, r_, p_, ap_, partial_;
};

int main(int argc, char** argv) {
    const int nx = argc > 1 ? std::atoi(argv[1]) : 48, ny = argc > 2 ? std::stoi(argv[2]) : 32;
    int dev = 0, count = 0;
    CUDA_CHECK(cudaGetDeviceCount(&count));
    if (count == 0) { std::cerr << "no device\n"; return EXIT_FAILURE; }
    CUDA_CHECK(cudaSetDevice(dev));
    cudaDeviceProp prop;
    CUDA_CHECK(cudaGetDeviceProperties(&prop, dev));
    std::size_t free_b = 0, total_b = 0;
    CUDA_CHECK(cudaMemGetInfo(&free_b, &total_b));
    std::cout << "some threads: " << (prop.maxThreadsPerBlock > 0) << ", some memory: " << (free_b > 0 && total_b >= free_b) << '\n';
    const auto m = CsrMatrix::poisson2d(nx, ny);
    std::vector<double> want(m.rows), b(m.rows), x(m.rows, 0.0);
    for (int i = 0; i < m.rows; ++i) want[i] = std::sin(0.1 * i) + 1.0;
    for (int i = 0; i < m.rows; ++i)
        for (int k = m.row_ptr[i]; k < m.row_ptr[i + 1]; ++k) b[i] += m.vals[k] * want[m.cols[k]];
    try {
        Solver solver{m};
        CudaTimer t; t.start();
        auto [it, res] = solver.solve(b, x, 1e-10, 500);
        const float ms = t.stop();
        double worst = 0;
        for (int i = 0; i < m.rows; ++i) worst = std::max(worst, std::fabs(x[i] - want[i]));
        std::cout << "iterations " << it << " positive time " << (ms > 0) << std::setprecision(3) << std::scientific << " small " << (res < 1e-6) << '\n';
        if (worst > 1e-7) throw std::runtime_error("error " + std::to_string(worst));
        std::cout << "Test PASSED\n";
    } catch (const std::exception& e) { std::cerr << "Test FAILED: " << e.what() << '\n'; return 2; }
    CUDA_CHECK(cudaDeviceReset());
    return EXIT_SUCCESS;
}

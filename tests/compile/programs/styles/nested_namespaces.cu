// kernels: app::detail::transpose, app::(anonymous namespace)::hidden
#include <array>
#include <atomic>
namespace app {
namespace detail {
constexpr int TILE = 32;
class Logger {
public:
    static Logger &get() { static Logger logger; return logger; }
    template <typename... Args> void write(const char *format, Args... args) { fprintf(stderr, format, args...); }
};

__global__ void transpose(const float *in, float *out, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * TILE + threadIdx.y) * n + blockIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // @line is in the PTX
}
} // namespace detail

namespace {
__global__ void hidden(int *x) { *x = 1; }
std::atomic<int> counter;
} // namespace

inline namespace v1 {
void run() {
    detail::Logger::get().write("%d\n", ++counter);
    detail::transpose<<<1, dim3(32, 32)>>>(nullptr, nullptr, 32);
    hidden<<<1, 1>>>(nullptr);
}
}
} // namespace app

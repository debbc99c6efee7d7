// Templates over operators and element types, pitched copies, symbols by address, sub-rectangles, 3D extents.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>
#include <limits>
#include <tuple>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cuda_runtime.h>

#define STR_(x) #x
#define STR(x) STR_(x)
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("CUDA error %d at " __FILE__ ":" STR(__LINE__) ": %s\n", (int)e, cudaGetErrorString(e)); return 1; } } while (false)

template <class T> struct Plus { __host__ __device__ constexpr T operator()(T a, T b) const { return a + b; } __host__ __device__ static constexpr T identity() { return T{}; } };
template <class T> struct Maximum { __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; } static constexpr T identity() { return std::numeric_limits<T>::lowest(); } };

template <class T> struct Pitched {
    T* ptr; size_t pitch; int w, h;
    using Byte = typename std::conditional<std::is_const<T>::value, const char, char>::type;
    __host__ __device__ __forceinline__ T* row(int y) const { return reinterpret_cast<T*>(reinterpret_cast<Byte*>(ptr) + y * pitch); }
    __device__ T& at(int x, int y) const { return row(y)[x]; }
    __device__ T clamped(int x, int y) const { x = min(max(x, 0), w - 1); y = min(max(y, 0), h - 1); return at(x, y); }
};

constexpr int MAX_R = 4;
__constant__ float weights[(2 * MAX_R + 1) * (2 * MAX_R + 1)];
__device__ int error_flags[4];
__device__ __managed__ int managed_count;
__device__ float scale_factor = 2.0f;

template <typename T, int R, template <class> class Op>
__global__ void stencil(Pitched<const T> in, Pitched<T> out) {
    constexpr int TX = 16, TY = 16;
    __shared__ T tile[TY + 2 * R][TX + 2 * R + 1];
    const int gx = blockIdx.x * TX - R, gy = blockIdx.y * TY - R;
    for (int y = threadIdx.y; y < TY + 2 * R; y += TY)
        for (int x = threadIdx.x; x < TX + 2 * R; x += TX) tile[y][x] = in.clamped(gx + x, gy + y);
    __syncthreads();
    const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    if (x >= in.w || y >= in.h) return;
    Op<T> op; T acc = Op<T>::identity();
#pragma unroll
    for (int dy = 0; dy <= 2 * R; ++dy)
#pragma unroll
        for (int dx = 0; dx <= 2 * R; ++dx) acc = op(acc, static_cast<T>(weights[dy * (2 * R + 1) + dx] * tile[threadIdx.y + dy][threadIdx.x + dx]));
    if constexpr (std::is_floating_point<T>::value) out.at(x, y) = acc * scale_factor; else out.at(x, y) = acc;
    if (acc != acc) atomicOr(&error_flags[0], 1);
    if (threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(&managed_count, 1);
}

template <typename T, typename... Rest> __device__ T total(T first, Rest... rest) { if constexpr (sizeof...(rest) == 0) return first; else return first + total<T>(rest...); }
template <int... Is> __global__ void pack(int* out) { if (threadIdx.x == 0) *out = total(Is...); }

template <typename T, int R, template <class> class Op> int run(int w, int h, const char* name, float wt) {
    std::vector<float> k((2 * R + 1) * (2 * R + 1), wt);
    CHECK(cudaMemcpyToSymbol(weights, k.data(), k.size() * sizeof(float)));
    std::vector<T> host(w * h), got(w * h, T(-1));
    for (int i = 0; i < w * h; i++) host[i] = T((i * 37) % 101);
    T *d_a, *d_b; size_t pa, pb;
    CHECK(cudaMallocPitch((void**)&d_a, &pa, w * sizeof(T), h));
    CHECK(cudaMallocPitch(&d_b, &pb, w * sizeof(T), h));
    CHECK(cudaMemcpy2D(d_a, pa, host.data(), w * sizeof(T), w * sizeof(T), h, cudaMemcpyHostToDevice));
    CHECK(cudaMemset2D(d_b, pb, 0xff, w * sizeof(T), h));
    Pitched<const T> in{d_a, pa, w, h}; Pitched<T> out{d_b, pb, w, h};
    dim3 b(16, 16), g((w + 15) / 16, (h + 15) / 16);
    stencil<T, R, Op><<<g, b>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(got.data(), w * sizeof(T), d_b, pb, w * sizeof(T), h, cudaMemcpyDeviceToHost));
    int bad = 0; Op<T> op;
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {
        T acc = Op<T>::identity();
        for (int dy = -R; dy <= R; dy++) for (int dx = -R; dx <= R; dx++) {
            int xx = x + dx < 0 ? 0 : x + dx >= w ? w - 1 : x + dx, yy = y + dy < 0 ? 0 : y + dy >= h ? h - 1 : y + dy;
            acc = op(acc, static_cast<T>(wt * host[yy * w + xx]));
        }
        T want = std::is_floating_point<T>::value ? T(acc * 2.0f) : acc;
        if (got[y * w + x] != want) bad++;
    }
    // Copies a sub-rectangle on the device to another pitch.
    CHECK(cudaMemcpy2D(reinterpret_cast<char*>(d_a) + 2 * pa, pa, d_b, pb, (w / 2) * sizeof(T), h / 2, cudaMemcpyDeviceToDevice));
    std::vector<T> sub((w / 2) * (h / 2));
    CHECK(cudaMemcpy2D(sub.data(), (w / 2) * sizeof(T), (char*)d_a + 2 * pa, pa, (w / 2) * sizeof(T), h / 2, cudaMemcpyDeviceToHost));
    for (int y = 0; y < h / 2; y++) for (int x = 0; x < w / 2; x++) if (sub[y * (w / 2) + x] != got[y * w + x]) bad++;
    CHECK(cudaFree(d_a)); CHECK(cudaFree(d_b));
    printf("%-12s %dx%d bad %d\n", name, w, h, bad);
    return bad;
}

int main(void) {
    int failures = 0;
    failures += run<float, 1, Plus>(50, 37, "float plus", 0.25f);
    failures += run<int, 2, Maximum>(33, 65, "int max", 1.0f);
    failures += run<double, 3, Plus>(20, 20, "double plus", 0.5f);
    failures += run<unsigned char, 1, Maximum>(70, 10, "byte max", 1.0f);
    void* addr = nullptr; size_t bytes = 0;
    CHECK(cudaGetSymbolAddress(&addr, error_flags)); CHECK(cudaGetSymbolSize(&bytes, error_flags));
    int flags[4] = {1, 1, 1, 1};
    CHECK(cudaMemcpy(flags, addr, bytes, cudaMemcpyDeviceToHost));
    int* d_sum; CHECK(cudaMalloc(&d_sum, sizeof(int)));
    pack<1, 2, 3, 4><<<1, 32>>>(d_sum);
    int sum = 0; CHECK(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost)); CHECK(cudaFree(d_sum));
    cudaExtent ext = make_cudaExtent(8 * sizeof(float), 4, 3); cudaPitchedPtr vol;
    CHECK(cudaMalloc3D(&vol, ext)); CHECK(cudaMemset3D(vol, 0, ext));
    float hv[3][4][8]; memset(hv, 1, sizeof hv);
    cudaMemcpy3DParms p = {}; p.srcPtr = vol; p.dstPtr = make_cudaPitchedPtr(hv, 8 * sizeof(float), 8, 4); p.extent = ext; p.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&p)); CHECK(cudaFree(vol.ptr));
    float nonzero = 0; for (auto& s : hv) for (auto& r : s) for (float v : r) nonzero += v != 0;
    CHECK(cudaDeviceSynchronize());
    cudaFuncAttributes fa; CHECK(cudaFuncGetAttributes(&fa, (const void*)stencil<float, 1, Plus>));
    int per_sm = 0; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, stencil<float, 1, Plus>, 256, 0));
    printf("flags %d bytes %zu sum %d zero %g managed %d shared %zu occupancy %d\n", flags[0], bytes, sum, nonzero, managed_count, fa.sharedSizeBytes, per_sm > 0);
    puts(failures || flags[0] || sum != 10 ? "FAILED" : "PASSED");
    return failures != 0;
}

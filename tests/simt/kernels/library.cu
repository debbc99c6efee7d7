// Common uses of the C++ library and CUDA's headers, in std and cuda::std.
#include <algorithm>
#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <cuComplex.h>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda_pipeline.h>
#include <functional>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

__managed__ int managed_count;
__device__ __managed__ float managed_table[4] = {0.5f, 1.5f, 2.5f, 3.5f};

template<class T>
__device__ T twice(T v) {
    if constexpr (std::is_floating_point_v<T>) return v * T(2.5);
    return v * 2;
}

/// Writes 24 numbers.
__global__ void __launch_bounds__(64, 2) names(double* out) {
    int a = 3, b = 8;
    std::swap(a, b);
    *out++ = a * 10 + std::move(b);
    *out++ = std::min(a, 4) + 10 * std::max(2, 7) + 100 * std::clamp(12, 1, 9);
    *out++ = std::numeric_limits<float>::max();
    *out++ = std::numeric_limits<double>::lowest();
    *out++ = std::numeric_limits<int>::min();
    *out++ = std::numeric_limits<std::uint8_t>::max() + std::numeric_limits<unsigned>::digits;
    *out++ = std::numeric_limits<float>::epsilon() + std::numeric_limits<double>::infinity();
    *out++ = cuda::std::numeric_limits<short>::max();
    *out++ = twice(3) + twice(3.0f);
    *out++ = std::is_same<std::remove_const_t<const int>, int>::value + 2 * std::is_same_v<std::decay_t<int&>, long> +
             4 * cuda::std::is_integral_v<char> + 8 * std::is_unsigned<unsigned short>::value +
             16 * std::is_pointer_v<int* const> + 32 * std::is_trivially_copyable_v<float4>;
    static_assert(std::is_same_v<std::conditional_t<(sizeof(int) > 2), std::make_unsigned_t<int>, int>, unsigned>);
    std::array<int, 3> list{4, 5, 6};
    cuda::std::array<float, 2> other{1.5f, 2.5f};
    int sum = 0;
    for (const int v : list) sum += v;
    *out++ = sum + list.size() * 100 + other[1];
    *out++ = std::plus<int>()(2, 3) + 10 * std::less<>()(2.0, 3.0) + 100 * std::multiplies<>()(2, 1.5);
    *out++ = std::sqrt(2.0f) + std::abs(-2.0f);
    *out++ = std::pow(2.0, 0.5) + std::fmax(1.0, 2.0) + std::isnan(0.0f);
    *out++ = std::make_pair(1, 2.5).second;
    *out++ = FLT_DIG + FLT_RADIX * 100 + INT_MAX + static_cast<double>(SIZE_MAX);
    managed_count = 5;
    *out++ = managed_count + managed_table[2];
    int words[4] = {1, 2, 3, 4};
    memmove(words + 1, words, 12);
    *out++ = words[1] + 10 * words[3] + 100 * (memcmp(words, words + 1, 4) == 0);
    alignas(double) unsigned char place[sizeof(double)];
    *out++ = *new (place) double(4.25);
    int* heap = new int[3];
    heap[2] = 17;
    *out++ = heap[2];
    delete[] heap;
    const cuFloatComplex product = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, -4));
    *out++ = product.x + 100 * product.y;
    const cuDoubleComplex quotient = cuCdiv(make_cuDoubleComplex(5, 5), make_cuDoubleComplex(2, 1));
    *out++ = quotient.x + 100 * quotient.y;
    *out++ = cuCabsf(make_cuFloatComplex(3, 4));
    *out++ = std::asin(1) + std::lgamma(3.0f) + atan2(1, 1);
}

enum class Colour : unsigned { red = 1, blue = 7 };

/// Computes sums and extremes of 64 threads in each of 2 blocks, with several scopes and memory orders.
__global__ void atomics(int* to, long long* wide, float* real, unsigned* flags) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> in_block;
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) in_block.store(0);
    __syncthreads();
    in_block.fetch_add(t, cuda::memory_order_relaxed);
    in_block++;
    in_block -= 1;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(to[0]), least(to[1]), most(to[2]), bits(to[3]);
    if (threadIdx.x == 0) sum += in_block.load(cuda::std::memory_order_acquire);
    least.fetch_min(5 - t, cuda::memory_order_acq_rel);
    most.fetch_max(t - 100, cuda::memory_order_release);
    bits.fetch_or(1 << (t % 20));
    bits.fetch_and(~(1 << 3));
    cuda::atomic_ref<int> twisted(to[4]);
    twisted.fetch_xor(t);
    cuda::atomic_ref<long long> long_sum(wide[0]), long_least(wide[1]);
    long_sum.fetch_sub(t * 10000000000ll, cuda::memory_order_acquire);
    long_least.fetch_min(-(static_cast<long long>(t) << 40));
    cuda::atomic_ref<float, cuda::thread_scope_device> real_sum(real[0]);
    real_sum.fetch_add(0.5f);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> product(flags[0]);
    unsigned seen = product.load();
    while (!product.compare_exchange_weak(seen, seen * 3, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {}
    cuda::atomic_ref<Colour> colour(reinterpret_cast<Colour&>(flags[1]));
    Colour wanted = Colour::red;
    if (colour.compare_exchange_strong(wanted, Colour::blue)) atomicAdd(flags + 2, 1);
    cuda::atomic_ref<unsigned> swapped(flags[3]);
    if (t == 0) swapped.exchange(9);
}

/// Passes a value with a flag from block 0 to block 1.
__global__ void message(int* value, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *value = 42;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        ready.store(1, cuda::memory_order_relaxed);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0) {}
        *out = *value;
    }
}

__global__ void staged(const float4* in, float4* out) {
    __shared__ float4 tile[32];
    __pipeline_memcpy_async(&tile[threadIdx.x], in + threadIdx.x, 16, threadIdx.x == 0 ? 8 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];
}

#if __CUDA_ARCH__ >= 800
/// Reduces over the lanes in the mask.
__global__ void reduced(int* out, const int* in) {
    const unsigned mask = threadIdx.x % 2 == 0 ? 0x55555555u : 0xaaaaaaaau;
    const int v = in[threadIdx.x];
    int* to = out + 9 * threadIdx.x;
    to[0] = __reduce_add_sync(mask, v);
    to[1] = __reduce_min_sync(mask, v);
    to[2] = __reduce_max_sync(mask, v);
    to[3] = static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned>(v)));
    to[4] = static_cast<int>(__reduce_min_sync(mask, static_cast<unsigned>(v)));
    to[5] = static_cast<int>(__reduce_max_sync(mask, static_cast<unsigned>(v)));
    to[6] = static_cast<int>(__reduce_and_sync(mask, static_cast<unsigned>(v)));
    to[7] = static_cast<int>(__reduce_or_sync(mask, static_cast<unsigned>(v)));
    to[8] = static_cast<int>(__reduce_xor_sync(mask, static_cast<unsigned>(v)));
}
#endif

// Parts of <cuda/atomic> and <type_traits> that are equal with the toolkit's headers and with ours.
#include <cuda/atomic>
#include <type_traits>

static_assert(std::is_same_v<std::remove_extent_t<int[5]>, int>, "");
static_assert(std::is_same_v<std::remove_extent_t<int[5][3]>, int[3]>, "");
static_assert(std::is_same_v<std::remove_extent_t<int[]>, int>, "");
static_assert(std::is_same_v<std::remove_extent_t<int*>, int*>, "");
static_assert(std::is_array_v<int[5]> && std::is_array<float[]>::value && !std::is_array_v<int*>, "");

template<class T>
__device__ void least_and_greatest(unsigned* out) {
    __shared__ T least, greatest, unchanged;
    if (threadIdx.x == 0) {
        least = T(100);
        greatest = T(-100);
        unchanged = T(-7);
    }
    __syncthreads();
    const T mine = T(2.5) - T(threadIdx.x);
    cuda::atomic_ref<T, cuda::thread_scope_block> low(least), high(greatest), low_enough(unchanged);
    low.fetch_min(mine, cuda::memory_order_relaxed);
    high.fetch_max(mine);
    if (threadIdx.x < 2) low_enough.fetch_min(mine, cuda::memory_order_acq_rel);
    __syncthreads();
    const T shown[] = {least, greatest, unchanged};
    out[threadIdx.x] = threadIdx.x < 3 ? static_cast<unsigned>(static_cast<int>(shown[threadIdx.x] * T(2))) : 0;
}

__global__ void of_float(unsigned* out) { least_and_greatest<float>(out); }
__global__ void of_double(unsigned* out) { least_and_greatest<double>(out); }
__global__ void of_int(unsigned* out) { least_and_greatest<int>(out); }
__global__ void of_long(unsigned* out) { least_and_greatest<long long>(out); }

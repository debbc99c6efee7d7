// Cooperative groups of a block and of tiles of a warp, for kernels compiled without the CUDA Toolkit's headers.
#pragma once

namespace cooperative_groups {

class thread_block {
public:
    __device__ static void sync() { __syncthreads(); }
    __device__ static unsigned thread_rank() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ static unsigned num_threads() { return size(); }
    __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};

__device__ inline thread_block this_thread_block() { return {}; }

/// `Size` lanes of one warp that follow each other; a power of two up to 32.
template<unsigned Size, class Parent = thread_block>
class thread_block_tile {
    static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

public:
    __device__ static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
    __device__ static constexpr unsigned size() { return Size; }
    __device__ static constexpr unsigned num_threads() { return Size; }
    __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    __device__ static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    __device__ static void sync() { __syncwarp(mask()); }
    template<class T>
    __device__ static T shfl(T value, int rank) {
        return __shfl_sync(mask(), value, rank, Size);
    }
    template<class T>
    __device__ static T shfl_down(T value, unsigned distance) {
        return __shfl_down_sync(mask(), value, distance, Size);
    }
    template<class T>
    __device__ static T shfl_up(T value, unsigned distance) {
        return __shfl_up_sync(mask(), value, distance, Size);
    }
    template<class T>
    __device__ static T shfl_xor(T value, unsigned lanes) {
        return __shfl_xor_sync(mask(), value, lanes, Size);
    }
    __device__ static int any(int predicate) { return __any_sync(mask(), predicate); }
    __device__ static int all(int predicate) { return __all_sync(mask(), predicate); }
    __device__ static unsigned ballot(int predicate) { return __ballot_sync(mask(), predicate) >> first_lane(); }

private:
    __device__ static unsigned first_lane() { return thread_block::thread_rank() % 32 / Size * Size; }
    __device__ static unsigned mask() { return (0xffffffffu >> (32 - Size)) << first_lane(); }
};

template<unsigned Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return {};
}

} // namespace cooperative_groups

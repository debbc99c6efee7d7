// Cooperative groups of a block and of tiles of a warp, for kernels compiled without the CUDA Toolkit's headers.
#pragma once

// Like the rest of the prelude these have no lines of their own. NVRTC has them, and they are taken out of its PTX.
#ifdef __clang__
#define WS_GROUPS __attribute__((device, nodebug))
#else
#define WS_GROUPS __device__
#endif

namespace cooperative_groups {

class thread_block {
public:
    WS_GROUPS static void sync() { __syncthreads(); }
    WS_GROUPS static unsigned thread_rank() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    WS_GROUPS static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    WS_GROUPS static unsigned num_threads() { return size(); }
    WS_GROUPS static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    WS_GROUPS static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    WS_GROUPS static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};

WS_GROUPS inline thread_block this_thread_block() { return {}; }

/// `Size` lanes of one warp that follow each other; a power of two up to 32.
template<unsigned Size, class Parent = thread_block>
class thread_block_tile {
    static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

public:
    WS_GROUPS static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
    WS_GROUPS static constexpr unsigned size() { return Size; }
    WS_GROUPS static constexpr unsigned num_threads() { return Size; }
    WS_GROUPS static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    WS_GROUPS static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    WS_GROUPS static void sync() { __syncwarp(mask()); }
    template<class T>
    WS_GROUPS static T shfl(T value, int rank) {
        return __shfl_sync(mask(), value, rank, Size);
    }
    template<class T>
    WS_GROUPS static T shfl_down(T value, unsigned distance) {
        return __shfl_down_sync(mask(), value, distance, Size);
    }
    template<class T>
    WS_GROUPS static T shfl_up(T value, unsigned distance) {
        return __shfl_up_sync(mask(), value, distance, Size);
    }
    template<class T>
    WS_GROUPS static T shfl_xor(T value, unsigned lanes) {
        return __shfl_xor_sync(mask(), value, lanes, Size);
    }
    WS_GROUPS static int any(int predicate) { return __any_sync(mask(), predicate); }
    WS_GROUPS static int all(int predicate) { return __all_sync(mask(), predicate); }
    WS_GROUPS static unsigned ballot(int predicate) { return __ballot_sync(mask(), predicate) >> first_lane(); }

private:
    WS_GROUPS static unsigned first_lane() { return thread_block::thread_rank() % 32 / Size * Size; }
    WS_GROUPS static unsigned mask() { return (0xffffffffu >> (32 - Size)) << first_lane(); }
};

template<unsigned Size, class Parent>
WS_GROUPS thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return {};
}

} // namespace cooperative_groups

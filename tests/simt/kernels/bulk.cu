// The toolkit's barriers and pipelines with bulk copies (compute_90).
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

/// Computes out[i] = 2 * data[i] + 1 in tiles of 256, copied in bulk except for the last few elements.
__global__ void barrier_tiles(const int* data, int* out, int n) {
    __shared__ alignas(128) int tile[256];
    __shared__ block_barrier bar;
    const int first = blockIdx.x * 256, count = min(256, n - first);
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    const unsigned bytes = count * sizeof(int) / 16 * 16;
    block_barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::memcpy_async(tile, data + first, cuda::aligned_size_t<16>(bytes), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, 0);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x) tile[i] = tile[i] * 2 + 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + first, tile, bytes);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    for (int i = bytes / 4 + threadIdx.x; i < count; i += blockDim.x) out[first + i] = data[first + i] * 2 + 1;
}

/// Computes the same result in parts of 96, with a pipeline of two stages.
__global__ void pipeline_tiles(const int* data, int* out, int n) {
    constexpr int stages = 2, part = 96;
    __shared__ alignas(16) int tile[stages][part];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const auto fetch = [&](int p) {
        pipe.producer_acquire();
        const int whole = min(part, n - p * part) / 4 * 4;
        cuda::memcpy_async(block, tile[p % stages], data + p * part, cuda::aligned_size_t<16>(whole * sizeof(int)), pipe);
        pipe.producer_commit();
    };
    const int parts = (n + part - 1) / part;
    fetch(0);
    for (int p = 0; p < parts; ++p) {
        if (p + 1 < parts) fetch(p + 1);
        pipe.consumer_wait();
        const int count = min(part, n - p * part), whole = count / 4 * 4;
        for (int i = threadIdx.x; i < count; i += blockDim.x)
            out[p * part + i] = 2 * (i < whole ? tile[p % stages][i] : data[p * part + i]) + 1;
        pipe.consumer_release();
    }
}

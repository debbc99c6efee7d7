// Common uses of cooperative groups. groups_test.cpp computes the expected output.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ int thread_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

/// Returns the sum over any group, through shared memory.
__device__ int sum_in_memory(cg::thread_group group, int* memory, int value) {
    const int lane = group.thread_rank();
    for (int i = group.size() / 2; i > 0; i /= 2) {
        memory[lane] = value;
        group.sync();
        if (lane < i) value += memory[lane + i];
        group.sync();
    }
    return value;
}

/// Writes 24 ranks, sizes and indices of each thread in its block, grid and tiles.
__global__ void places(int* out) {
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    int* to = out + grid.thread_rank() * 24;
    *to++ = block.thread_rank();
    *to++ = block.size();
    *to++ = block.num_threads();
    *to++ = block.group_index().x * 100 + block.group_index().y * 10 + block.group_index().z;
    *to++ = block.thread_index().x * 100 + block.thread_index().y * 10 + block.thread_index().z;
    *to++ = block.dim_threads().x * 100 + block.dim_threads().y * 10 + block.dim_threads().z;
    *to++ = block.group_dim().x * 100 + block.group_dim().y * 10 + block.group_dim().z;
    *to++ = grid.size();
    *to++ = grid.num_threads();
    *to++ = grid.num_blocks();
    *to++ = grid.block_rank();
    *to++ = grid.block_index().x * 100 + grid.block_index().y * 10 + grid.block_index().z;
    *to++ = grid.dim_blocks().x * 100 + grid.dim_blocks().y * 10 + grid.dim_blocks().z;
    *to++ = grid.group_dim().x;
    *to++ = grid.is_valid();
    const cg::thread_block_tile<4> tile = cg::tiled_partition<4>(block);
    *to++ = tile.thread_rank();
    *to++ = tile.size() * 100 + tile.num_threads();
    *to++ = tile.meta_group_rank();
    *to++ = tile.meta_group_size();
    const auto half = cg::tiled_partition<2>(tile);
    *to++ = half.thread_rank();
    *to++ = half.meta_group_rank();
    *to++ = half.meta_group_size();
    *to++ = cg::this_thread().size() * 10 + cg::this_thread().thread_rank();
    *to++ = cg::thread_rank(block) + cg::group_size(tile);
}

/// Sums over the block, tiles of 16 (size as function argument), tiles of 8 (size as template argument), and the active
/// threads.
__global__ void sums_in_memory(int* out, const int* in) {
    __shared__ int memory[64];
    const int t = thread_in_block();
    const cg::thread_block block = cg::this_thread_block();
    out[4 * t] = sum_in_memory(block, memory, in[t]);
    cg::sync(block);
    const cg::thread_group tile = cg::tiled_partition(block, 16);
    out[4 * t + 1] = sum_in_memory(tile, memory + t / 16 * 16, in[t]);
    cg::sync(block);
    out[4 * t + 2] = sum_in_memory(cg::tiled_partition<8>(block), memory + t / 8 * 8, in[t]);
    cg::sync(block);
    out[4 * t + 3] = 0;
    if (t % 4 == 1) out[4 * t + 3] = sum_in_memory(cg::coalesced_threads(), memory + t / 32 * 8, in[t]);
}

/// Writes 9 results of collectives of tiles of `Size` lanes.
template<int Size>
__device__ void exchange(int* to, int value) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    tile.sync();
    to[0] = tile.shfl(value, Size / 2);
    to[1] = tile.shfl_down(value, 1);
    to[2] = tile.shfl_up(value, 1);
    to[3] = tile.shfl_xor(value, Size / 2);
    to[4] = tile.any(value % 5 == 0) * 2 + tile.all(value % 5 != 1);
    to[5] = static_cast<int>(tile.ballot(value % 3 == 0));
    to[6] = static_cast<int>(tile.match_any(value % 3));
    int agree = 7;
    const unsigned who = tile.match_all(value % 100 / 50, agree);
    to[7] = static_cast<int>(who);
    to[8] = agree;
}
__global__ void exchanges(int* out, const int* in) {
    const int t = thread_in_block();
    exchange<32>(out + t * 27, in[t]);
    exchange<8>(out + t * 27 + 9, in[t]);
    exchange<1>(out + t * 27 + 18, in[t]);
}

struct Pair {
    int first;
    double second;
    char third;
};

/// Shuffles types other than int.
__global__ void types(int* out, const int* in) {
    const int t = thread_in_block();
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const Pair pair = tile.shfl(Pair{in[t], in[t] * 0.5, static_cast<char>(t)}, 3);
    out[t * 4] = pair.first + static_cast<int>(pair.second * 2) + pair.third;
    out[t * 4 + 1] = static_cast<int>(tile.shfl_down(static_cast<long long>(in[t]) << 33, 2) >> 33);
    out[t * 4 + 2] = static_cast<int>(tile.shfl_xor(in[t] * 0.25, 1) * 4);
    out[t * 4 + 3] = static_cast<int>(tile.shfl(static_cast<unsigned short>(in[t]), 0));
}

/// Writes 14 results of collectives of the active threads.
__global__ void coalesced(int* out, const int* in) {
    const int t = thread_in_block();
    if (in[t] % 3 == 0) return;
    const cg::coalesced_group group = cg::coalesced_threads();
    int* to = out + t * 14;
    to[0] = group.thread_rank();
    to[1] = group.size() * 100 + group.num_threads();
    to[2] = group.shfl(t, group.size() - 1);
    to[3] = group.shfl_down(t, 1);
    to[4] = group.shfl_up(t, 1);
    to[5] = group.any(in[t] == in[0]) * 2 + group.all(in[t] > 2);
    to[6] = static_cast<int>(group.ballot(in[t] % 2));
    to[7] = static_cast<int>(group.match_any(in[t] % 4));
    int agree = 0;
    to[8] = static_cast<int>(group.match_all(in[t] % 3 + t / 32, agree)) + agree;
    to[9] = group.meta_group_rank() * 10 + group.meta_group_size();
    const cg::coalesced_group four = cg::tiled_partition(group, 4);
    to[10] = four.thread_rank() * 100 + four.size();
    to[11] = four.meta_group_rank() * 100 + four.meta_group_size();
    to[12] = four.shfl(t, 0);
    group.sync();
    to[13] = cg::reduce(group, in[t], cg::plus<int>());
}

/// Makes one atomic addition for all active lanes.
__device__ int add_one(int* counter) {
    const auto group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(group.size()));
    return group.shfl(first, 0) + group.thread_rank();
}
__global__ void filter(int* out, const int* in, int* counter) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[t] % 3 == 0) out[add_one(counter)] = in[t];
}

template<int Size>
__device__ void reduce_all(int* to, int value) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    to[0] = cg::reduce(tile, value, cg::plus<int>());
    to[1] = cg::reduce(tile, value, cg::less<int>());
    to[2] = cg::reduce(tile, value, cg::greater<int>());
    to[3] = cg::reduce(tile, value, cg::bit_and<int>());
    to[4] = cg::reduce(tile, value, cg::bit_or<int>());
    to[5] = cg::reduce(tile, value, cg::bit_xor<int>());
    to[6] = cg::reduce(tile, value, [](int a, int b) { return a * b % 1009; });
    to[7] = static_cast<int>(cg::reduce(tile, value * 0.5, cg::plus<double>()) * 2);
}
__global__ void reductions(int* out, const int* in) {
    const int t = thread_in_block();
    reduce_all<32>(out + t * 24, in[t]);
    reduce_all<4>(out + t * 24 + 8, in[t]);
    reduce_all<1>(out + t * 24 + 16, in[t]);
}

template<int Size>
__device__ void scan_all(int* to, int value) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    to[0] = cg::inclusive_scan(tile, value);
    to[1] = cg::exclusive_scan(tile, value);
    to[2] = cg::inclusive_scan(tile, value, cg::greater<int>());
    to[3] = cg::exclusive_scan(tile, static_cast<unsigned>(value), cg::greater<unsigned>());
    to[4] = cg::inclusive_scan(tile, value, cg::less<int>());
    to[5] = cg::inclusive_scan(tile, value, [](int a, int b) { return a ^ b; });
    to[6] = cg::exclusive_scan(tile, value, cg::bit_or<int>());
}
__global__ void scans(int* out, const int* in) {
    const int t = thread_in_block();
    scan_all<32>(out + t * 16, in[t]);
    scan_all<8>(out + t * 16 + 7, in[t]);
    if (in[t] % 3 == 0) return;
    const auto group = cg::coalesced_threads();
    out[t * 16 + 14] = cg::inclusive_scan(group, in[t]);
    out[t * 16 + 15] = cg::exclusive_scan(group, in[t]);
}

/// Groups lanes with the same label, and lanes with the same predicate.
__global__ void partitions(int* out, const int* in) {
    const int t = thread_in_block();
    int* to = out + t * 9;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto same = cg::labeled_partition(warp, in[t] % 5);
    to[0] = same.thread_rank() * 100 + same.size();
    to[1] = same.meta_group_rank() * 100 + same.meta_group_size();
    to[2] = cg::reduce(same, in[t], cg::plus<int>());
    const auto side = cg::binary_partition(warp, in[t] % 2 == 1);
    to[3] = side.thread_rank() * 100 + side.size();
    to[4] = side.meta_group_rank() * 100 + side.meta_group_size();
    const auto third = cg::binary_partition(same, t % 2 == 0);
    to[5] = third.thread_rank() * 100 + third.size();
    const auto fourth = cg::labeled_partition(same, t / 8);
    to[6] = fourth.thread_rank() * 100 + fourth.size();
    int calls = 0;
    cg::invoke_one(side, [&] { ++calls; });
    to[7] = cg::reduce(side, calls, cg::plus<int>());
    to[8] = cg::invoke_one_broadcast(side, [&] { return in[t] % 2; });
}

/// Copies a tile in three ways: by the block, by warps and in two stages. Then reads the tile in reverse.
__global__ void copies(int* out, const int* in) {
    extern __shared__ int tile[];
    const int t = thread_in_block(), n = blockDim.x;
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(int) * n);
    cg::wait(block);
    out[t] = tile[n - 1 - t];
    block.sync();
    const auto warp = cg::tiled_partition<32>(block);
    const int first = t / 32 * 32, count = min(32, n - first);
    cg::memcpy_async(warp, tile + first, count, in + first, count);
    cg::wait(warp);
    out[n + t] = tile[first + count - 1 - t % 32];
    block.sync();
    cg::memcpy_async(block, tile, in, sizeof(int) * (n / 2));
    cg::memcpy_async(block, tile + n / 2, in + n / 2, sizeof(int) * (n - n / 2));
    cg::wait_prior<1>(block);
    out[2 * n + t] = tile[n / 2 - 1 - t % (n / 2)];
    cg::wait_prior<0>(block);
    out[3 * n + t] = tile[n - 1 - t];
}

/// Works between arriving at the barrier and waiting at it.
__global__ void split_barrier(int* out, const int* in) {
    __shared__ int tile[256];
    const int t = thread_in_block();
    cg::thread_block block = cg::this_thread_block();
    tile[t] = in[t];
    auto token = block.barrier_arrive();
    const int own = in[t] * 2;
    block.barrier_wait(static_cast<decltype(token)&&>(token));
    out[t] = own + tile[blockDim.x - 1 - t];
}

/// Passes values between neighboring blocks, round by round. `out` holds two arrays of `n`.
__global__ void grid_rounds(int* out, int n, int rounds) {
    const cg::grid_group grid = cg::this_grid();
    const int t = static_cast<int>(grid.thread_rank());
    int* from = out;
    int* to = out + n;
    if (t < n) from[t] = t;
    for (int round = 0; round < rounds; ++round) {
        grid.sync();
        if (t < n) to[t] = from[(t + static_cast<int>(blockDim.x) + 1) % n] + round;
        int* const next = from;
        from = to;
        to = next;
    }
}

__global__ void is_cooperative(int* out) { out[threadIdx.x] = cg::this_grid().is_valid() ? 1 : 0; }

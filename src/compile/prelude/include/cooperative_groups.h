#pragma once

#include <assert.h>
#include <warpscope/language/warp_values.h>

namespace cooperative_groups {

/// A group whose kind is known only at run time: the block, or lanes of a warp.
class thread_group {
public:
    WS_GROUPS void sync() const {
        if (mask_ == 0)
            __syncthreads();
        else
            __syncwarp(mask_);
    }
    WS_GROUPS unsigned long long size() const { return mask_ == 0 ? ws_lanes::block_size() : __popc(mask_); }
    WS_GROUPS unsigned long long num_threads() const { return size(); }
    WS_GROUPS unsigned long long thread_rank() const {
        return mask_ == 0 ? ws_lanes::block_rank() : ws_lanes::rank_in(mask_);
    }

protected:
    WS_GROUPS explicit thread_group(unsigned mask)
        : mask_(mask) {}
    WS_GROUPS unsigned mask() const { return mask_; }

private:
    friend struct ws_access;
    unsigned mask_; // lanes; 0: the whole block
};

struct ws_access {
    WS_GROUPS static unsigned mask(const thread_group& group) { return group.mask_; }
    WS_GROUPS static thread_group lanes(unsigned mask) { return thread_group(mask); }
};

class thread_block : public thread_group {
public:
    struct arrival_token {};

    WS_GROUPS static void sync() { __syncthreads(); }
    /// Does nothing, because only barrier_wait() waits.
    WS_GROUPS static arrival_token barrier_arrive() { return {}; }
    WS_GROUPS static void barrier_wait(arrival_token&&) { __syncthreads(); }
    WS_GROUPS static unsigned thread_rank() { return ws_lanes::block_rank(); }
    WS_GROUPS static unsigned size() { return ws_lanes::block_size(); }
    WS_GROUPS static unsigned num_threads() { return size(); }
    WS_GROUPS static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    WS_GROUPS static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    WS_GROUPS static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    WS_GROUPS static dim3 group_dim() { return dim_threads(); }

private:
    WS_GROUPS thread_block()
        : thread_group(0) {}
    friend WS_GROUPS thread_block this_thread_block();
};
WS_GROUPS thread_block this_thread_block() { return {}; }

/// All blocks of the grid. Only a cooperative launch provides the barrier.
class grid_group {
public:
    using arrival_token = unsigned;

    WS_GROUPS bool is_valid() const { return barrier_ != nullptr; }
    WS_GROUPS void sync() const { barrier_wait(barrier_arrive()); }
    WS_GROUPS arrival_token barrier_arrive() const {
        if (!is_valid()) {
            WS_REFUSE("grid.sync() needs a cooperative launch (cooperative = true)", "grid_group::sync");
            __trap();
        }
        __syncthreads();
        unsigned before = 0;
        if (ws_lanes::block_rank() == 0) {
            // The shares of all blocks add up to the top bit, so each round flips only this bit.
            const unsigned others = static_cast<unsigned>(num_blocks()) - 1;
            const unsigned share = block_rank() == 0 ? top_bit - others : 1;
            asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;"
                         : "=r"(before)
                         : "l"(barrier_), "r"(share)
                         : "memory");
        }
        return before;
    }
    WS_GROUPS void barrier_wait(arrival_token&& before) const {
        if (ws_lanes::block_rank() == 0) {
            unsigned now;
            do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(barrier_) : "memory");
            while (((now ^ before) & top_bit) == 0);
        }
        __syncthreads();
    }
    WS_GROUPS static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    WS_GROUPS static unsigned long long block_rank() {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    WS_GROUPS static unsigned long long thread_rank() {
        return block_rank() * ws_lanes::block_size() + ws_lanes::block_rank();
    }
    WS_GROUPS static unsigned long long size() { return num_blocks() * ws_lanes::block_size(); }
    WS_GROUPS static unsigned long long num_threads() { return size(); }
    WS_GROUPS static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    WS_GROUPS static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    WS_GROUPS static dim3 group_dim() { return dim_blocks(); }

private:
    static constexpr unsigned top_bit = 0x80000000u;

    /// The driver passes the address of a workspace in two registers. The workspace's second word is the barrier.
    WS_GROUPS grid_group() {
        unsigned high, low;
        asm("mov.u32 %0, %%envreg1;" : "=r"(high));
        asm("mov.u32 %0, %%envreg2;" : "=r"(low));
        const unsigned long long workspace = static_cast<unsigned long long>(high) << 32 | low;
        barrier_ = workspace == 0 ? nullptr : reinterpret_cast<unsigned*>(workspace) + 1;
    }
    friend WS_GROUPS grid_group this_grid();

    unsigned* barrier_;
};
WS_GROUPS grid_group this_grid() { return {}; }

/// Converged lanes of a warp, or part of a group.
class coalesced_group : public thread_group {
public:
    WS_GROUPS void sync() const { __syncwarp(mask()); }
    WS_GROUPS unsigned size() const { return __popc(mask()); }
    WS_GROUPS unsigned num_threads() const { return size(); }
    WS_GROUPS unsigned thread_rank() const { return ws_lanes::rank_in(mask()); }
    WS_GROUPS unsigned meta_group_rank() const { return meta_rank_; }
    WS_GROUPS unsigned meta_group_size() const { return meta_size_; }
    template<class _T>
    WS_GROUPS _T shfl(_T value, unsigned rank) const {
        return ws_lanes::from_lane(mask(), value, ws_lanes::lane_of(mask(), rank));
    }
    template<class _T>
    WS_GROUPS _T shfl_down(_T value, unsigned distance) const {
        const unsigned from = thread_rank() + distance;
        return shfl(value, from < size() ? from : thread_rank());
    }
    template<class _T>
    WS_GROUPS _T shfl_up(_T value, unsigned distance) const {
        const unsigned rank = thread_rank();
        return shfl(value, rank >= distance ? rank - distance : rank);
    }
    WS_GROUPS int any(int predicate) const { return __any_sync(mask(), predicate); }
    WS_GROUPS int all(int predicate) const { return __all_sync(mask(), predicate); }
    WS_GROUPS unsigned ballot(int predicate) const {
        return ws_lanes::by_rank(mask(), __ballot_sync(mask(), predicate));
    }
    template<class _T>
    WS_GROUPS unsigned match_any(_T value) const {
        return ws_lanes::by_rank(mask(), ws_lanes::with_value(mask(), value));
    }
    template<class _T>
    WS_GROUPS unsigned match_all(_T value, int& agree) const {
        return ws_lanes::by_rank(mask(), ws_lanes::if_all_have(mask(), value, agree));
    }

    WS_GROUPS explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
        : thread_group(mask)
        , meta_rank_(meta_rank)
        , meta_size_(meta_size) {}

private:
    unsigned meta_rank_, meta_size_;
};
WS_GROUPS coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/// `Size` consecutive lanes of a warp
template<unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
    static_assert(Size != 0 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    static_assert(Size <= 32, "a tile of several warps needs the CUDA Toolkit's headers");

public:
    WS_GROUPS void sync() const { __syncwarp(mask()); }
    WS_GROUPS static constexpr unsigned size() { return Size; }
    WS_GROUPS static constexpr unsigned num_threads() { return Size; }
    WS_GROUPS static unsigned thread_rank() { return ws_lanes::lane() % Size; }
    WS_GROUPS unsigned meta_group_rank() const { return meta_rank_; }
    WS_GROUPS unsigned meta_group_size() const { return meta_size_; }
    template<class _T>
    WS_GROUPS _T shfl(_T value, int rank) const {
        return ws_lanes::exchange(value, [&](unsigned v) WS_LAMBDA { return __shfl_sync(mask(), v, rank, Size); });
    }
    template<class _T>
    WS_GROUPS _T shfl_down(_T value, unsigned distance) const {
        return ws_lanes::exchange(value, [&](unsigned v) WS_LAMBDA { return __shfl_down_sync(mask(), v, distance, Size); });
    }
    template<class _T>
    WS_GROUPS _T shfl_up(_T value, unsigned distance) const {
        return ws_lanes::exchange(value, [&](unsigned v) WS_LAMBDA { return __shfl_up_sync(mask(), v, distance, Size); });
    }
    template<class _T>
    WS_GROUPS _T shfl_xor(_T value, unsigned lanes) const {
        return ws_lanes::exchange(value, [&](unsigned v) WS_LAMBDA { return __shfl_xor_sync(mask(), v, lanes, Size); });
    }
    WS_GROUPS int any(int predicate) const { return __any_sync(mask(), predicate); }
    WS_GROUPS int all(int predicate) const { return __all_sync(mask(), predicate); }
    WS_GROUPS unsigned ballot(int predicate) const { return __ballot_sync(mask(), predicate) >> first_lane(); }
    template<class _T>
    WS_GROUPS unsigned match_any(_T value) const {
        return ws_lanes::with_value(mask(), value) >> first_lane();
    }
    template<class _T>
    WS_GROUPS unsigned match_all(_T value, int& agree) const {
        return ws_lanes::if_all_have(mask(), value, agree) >> first_lane();
    }

    WS_GROUPS thread_block_tile(unsigned meta_rank, unsigned meta_size)
        : thread_group((0xffffffffu >> (32 - Size)) << first_lane())
        , meta_rank_(meta_rank)
        , meta_size_(meta_size) {}
    /// Changes the parent type. A conversion to thread_block_tile<Size> drops the parent type.
    template<class Other>
    WS_GROUPS thread_block_tile(const thread_block_tile<Size, Other>& tile)
        : thread_block_tile(tile.meta_group_rank(), tile.meta_group_size()) {}

private:
    WS_GROUPS static unsigned first_lane() { return ws_lanes::lane() / Size * Size; }
    unsigned meta_rank_, meta_size_;
};
WS_GROUPS thread_block_tile<1> this_thread() { return {0, 1}; }

template<unsigned Size>
WS_GROUPS thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
    return {thread_block::thread_rank() / Size, (thread_block::size() + Size - 1) / Size};
}
template<unsigned Size, unsigned ParentSize, class Grandparent>
WS_GROUPS thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>
tiled_partition(const thread_block_tile<ParentSize, Grandparent>& parent) {
    static_assert(Size <= ParentSize, "a tile is no larger than the tile it is a part of");
    return {parent.thread_rank() / Size, ParentSize / Size};
}

WS_GROUPS coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
    return coalesced_group(ws_lanes::part_of(ws_access::mask(parent), size), parent.thread_rank() / size,
                           (parent.size() + size - 1) / size);
}
WS_GROUPS thread_group tiled_partition(const thread_group& parent, unsigned size) {
    const unsigned mask = ws_access::mask(parent);
    return ws_access::lanes(ws_lanes::part_of(mask == 0 ? 0xffffffffu : mask, size));
}

/// Makes a group per label. Numbers the groups in the order of their first lanes.
template<class Group, class _T>
WS_GROUPS coalesced_group labeled_partition(const Group& group, _T label) {
    const unsigned all = ws_access::mask(group), same = ws_lanes::with_value(all, label);
    const unsigned first = static_cast<unsigned>(__ffs(static_cast<int>(same))) - 1;
    const unsigned firsts = __ballot_sync(all, ws_lanes::lane() == first);
    return coalesced_group(same, __popc(firsts & ((1u << first) - 1)), __popc(firsts));
}
/// Makes groups 0 (false) and 1 (true), or one group if all lanes agree.
template<class Group>
WS_GROUPS coalesced_group binary_partition(const Group& group, bool answer) {
    const unsigned all = ws_access::mask(group), yes = __ballot_sync(all, answer);
    if (yes == 0 || yes == all) return coalesced_group(all);
    return coalesced_group(answer ? yes : all & ~yes, answer, 2);
}
template<class Group>
WS_GROUPS coalesced_group labeled_partition(const Group& group, bool label) {
    return binary_partition(group, label);
}

template<class Group, class Function, class... Arguments>
WS_GROUPS void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
template<class Group, class Function, class... Arguments>
WS_GROUPS auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments)
    -> decltype(function(static_cast<Arguments&&>(arguments)...)) {
    decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
    return group.shfl(result, 0);
}

template<class Group>
WS_GROUPS void sync(const Group& group) {
    group.sync();
}
template<class Group>
WS_GROUPS auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template<class Group>
WS_GROUPS auto group_size(const Group& group) {
    return group.num_threads();
}

} // namespace cooperative_groups

#pragma once

#include "metrics/results.hpp"

namespace warpscope::metrics {

/// Both functions require that `thread` is not 0.
[[nodiscard]] inline uint64_t block_of(const LaunchConfig& config, ThreadId thread) {
    return (thread - 1) / config.threads_per_block();
}

[[nodiscard]] inline uint32_t thread_in_block(const LaunchConfig& config, ThreadId thread) {
    return static_cast<uint32_t>((thread - 1) % config.threads_per_block());
}

[[nodiscard]] inline Dim3 global_index(const LaunchConfig& config, ThreadId thread) {
    const Dim3 block = index_of(block_of(config, thread), config.grid);
    const Dim3 local = index_of(thread_in_block(config, thread), config.block);
    return {block.x * config.block.x + local.x, block.y * config.block.y + local.y, block.z * config.block.z + local.z};
}

[[nodiscard]] inline ThreadId thread_at(const LaunchConfig& config, const Dim3& index) {
    const Dim3& size = config.block;
    const uint64_t block = linear_index({index.x / size.x, index.y / size.y, index.z / size.z}, config.grid);
    const uint64_t local = linear_index({index.x % size.x, index.y % size.y, index.z % size.z}, size);
    return static_cast<ThreadId>(block * config.threads_per_block() + local + 1);
}

[[nodiscard]] inline bool owns_cell(const Ownership& ownership, ThreadId thread) {
    const uint64_t bit = uint64_t{thread} - 1;
    return bit / 64 < ownership.owner_bits.size() && (ownership.owner_bits[bit / 64] >> (bit % 64) & 1) != 0;
}

} // namespace warpscope::metrics

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>

#include "runtime/device_model.hpp"

namespace warpscope::runtime {
namespace {

constexpr size_t properties_11_bytes = 728;

struct Properties {
    char name[256];
    char uuid[16], luid[8];
    unsigned luid_mask;
    size_t memory_bytes, shared_bytes_per_block;
    int registers_per_block, warp_size;
    size_t memory_pitch;
    int threads_per_block, block_limit[3], grid_limit[3];
    size_t constant_bytes;
    int major, minor;
    size_t texture_alignment, texture_pitch_alignment;
    int multiprocessors, integrated, maps_host_memory;
    int textures[25], surfaces[14];
    size_t surface_alignment;
    int concurrent_kernels, ecc, pci_bus, pci_device, pci_domain, tcc, async_engines, unified_addressing;
    int bus_bits, l2_bytes, persisting_l2_bytes, threads_per_multiprocessor, stream_priorities;
    int global_l1, local_l1;
    size_t shared_bytes_per_multiprocessor;
    int registers_per_multiprocessor, managed_memory, multi_gpu_board, board_group, host_native_atomics;
    int pageable_access, concurrent_managed_access, preemption, host_pointer_for_registered, cooperative_launch;
    size_t max_shared_bytes_per_block;
    int pageable_uses_host_tables, direct_managed_access, blocks_per_multiprocessor, access_policy_window;
    size_t reserved_shared_bytes;
    int host_register, sparse_arrays, host_register_read_only, timeline_semaphores, memory_pools, direct_rdma;
    unsigned rdma_flush_options;
    int rdma_ordering;
    unsigned pool_handle_types;
    int deferred_mapping, ipc_events, cluster_launch, unified_function_pointers;
    int numa[2], mps, host_numa;
    unsigned gpu_pci[2];
    int host_numa_ipc;
    int reserved[49];
    // Additional CUDA 12 members for clang (program/headers/warpscope/before_13.h).
    int clock_khz, overlaps_copies, kernel_timeout, compute_mode, memory_clock_khz, double_ratio, several_devices;
};

static_assert(offsetof(Properties, multiprocessors) == 384 && offsetof(Properties, concurrent_kernels) == 560 &&
              offsetof(Properties, max_shared_bytes_per_block) == 672 && offsetof(Properties, reserved) == 784 &&
              sizeof(Properties) == 1008);

/// Layout of CUDA 12. CUDA 11's structure ends after `reserved_shared_bytes`.
struct Properties12 {
    char name[256];
    char uuid[16], luid[8];
    unsigned luid_mask;
    size_t memory_bytes, shared_bytes_per_block;
    int registers_per_block, warp_size;
    size_t memory_pitch;
    int threads_per_block, block_limit[3], grid_limit[3];
    int clock_khz;
    size_t constant_bytes;
    int major, minor;
    size_t texture_alignment, texture_pitch_alignment;
    int overlaps_copies, multiprocessors, kernel_timeout, integrated, maps_host_memory, compute_mode;
    int textures[26], surfaces[14];
    size_t surface_alignment;
    int concurrent_kernels, ecc, pci_bus, pci_device, pci_domain, tcc, async_engines, unified_addressing;
    int memory_clock_khz, bus_bits, l2_bytes, persisting_l2_bytes, threads_per_multiprocessor, stream_priorities;
    int global_l1, local_l1;
    size_t shared_bytes_per_multiprocessor;
    int registers_per_multiprocessor, managed_memory, multi_gpu_board, board_group, host_native_atomics, double_ratio;
    int pageable_access, concurrent_managed_access, preemption, host_pointer_for_registered, cooperative_launch;
    int several_devices;
    size_t max_shared_bytes_per_block;
    int pageable_uses_host_tables, direct_managed_access, blocks_per_multiprocessor, access_policy_window;
    size_t reserved_shared_bytes;
    int host_register, sparse_arrays, host_register_read_only, timeline_semaphores, memory_pools, direct_rdma;
    unsigned rdma_flush_options;
    int rdma_ordering;
    unsigned pool_handle_types;
    int deferred_mapping, ipc_events, cluster_launch, unified_function_pointers;
    int reserved[63];
};

static_assert(offsetof(Properties12, multiprocessors) == 388 && offsetof(Properties12, concurrent_kernels) == 576 &&
              offsetof(Properties12, max_shared_bytes_per_block) == 696 &&
              offsetof(Properties12, host_register) == properties_11_bytes && sizeof(Properties12) == 1032);

template<class Properties>
Properties properties(uint64_t memory_bytes) {
    const DeviceModel& m = device_model();
    Properties p;
    std::memset(&p, 0, sizeof(p));
    device_name().copy(p.name, sizeof(p.name) - 1);
    p.memory_bytes = memory_bytes;
    p.shared_bytes_per_block = static_cast<size_t>(shared_bytes_per_block);
    p.registers_per_block = registers_per_block;
    p.warp_size = 32;
    p.memory_pitch = 0x7fffffff;
    p.threads_per_block = static_cast<int>(device_limits.max_threads_per_block);
    const Dim3 block = device_limits.max_block, grid = device_limits.max_grid;
    const int limits[2][3] = {{static_cast<int>(block.x), static_cast<int>(block.y), static_cast<int>(block.z)},
                              {static_cast<int>(grid.x), static_cast<int>(grid.y), static_cast<int>(grid.z)}};
    std::copy(std::begin(limits[0]), std::end(limits[0]), p.block_limit);
    std::copy(std::begin(limits[1]), std::end(limits[1]), p.grid_limit);
    p.constant_bytes = static_cast<size_t>(constant_bytes);
    p.major = m.major;
    p.minor = m.minor;
    p.texture_alignment = 512;
    p.texture_pitch_alignment = 32;
    p.multiprocessors = m.multiprocessors;
    p.maps_host_memory = p.concurrent_kernels = p.async_engines = p.unified_addressing = 1;
    p.bus_bits = m.bus_bits;
    p.l2_bytes = m.l2_bytes;
    p.threads_per_multiprocessor = m.threads_per_multiprocessor;
    p.stream_priorities = p.global_l1 = p.local_l1 = 1;
    p.shared_bytes_per_multiprocessor = static_cast<size_t>(m.shared_bytes_per_multiprocessor);
    p.registers_per_multiprocessor = m.registers_per_multiprocessor;
    p.managed_memory = p.preemption = p.cooperative_launch = p.memory_pools = 1;
    p.concurrent_managed_access = has_concurrent_managed_access(m) ? 1 : 0;
    p.max_shared_bytes_per_block = static_cast<size_t>(m.max_shared_bytes_per_block);
    p.blocks_per_multiprocessor = m.blocks_per_multiprocessor;
    p.reserved_shared_bytes = static_cast<size_t>(m.reserved_shared_bytes);
    p.clock_khz = m.clock_khz;
    p.memory_clock_khz = m.memory_clock_khz;
    p.overlaps_copies = 1;
    p.double_ratio = m.single_to_double;
    return p;
}

} // namespace

void fill_properties(void* out, uint64_t memory_bytes, int release) {
    if (release >= 13) {
        const auto now = properties<Properties>(memory_bytes);
        std::memcpy(out, &now, sizeof(now));
    } else {
        const auto before = properties<Properties12>(memory_bytes);
        std::memcpy(out, &before, release == 12 ? sizeof(before) : properties_11_bytes);
    }
}

} // namespace warpscope::runtime

#include "runtime/device_model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>

namespace warpscope::runtime {
namespace {

constexpr double launch_ms = 0.004, bus_gigabytes = 55, memory_gigabytes = 3350;

/// cudaDeviceProp of CUDA 13.
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
    size_t most_shared_bytes_per_block;
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
    // Which CUDA 12 has elsewhere and 13 not at all: for clang's headers (program/headers/warpscope/before_13.h).
    int clock_khz, overlaps_copies, kernel_timeout, compute_mode, memory_clock_khz, double_ratio, several_devices;
};

static_assert(offsetof(Properties, multiprocessors) == 384 && offsetof(Properties, concurrent_kernels) == 560 &&
              offsetof(Properties, most_shared_bytes_per_block) == 672 && offsetof(Properties, reserved) == 784 &&
              sizeof(Properties) == 1008);

} // namespace

double DeviceModel::kernel_ms(uint64_t warp_instructions) const {
    const double per_ms = 4.0 * multiprocessors * clock_khz;
    return launch_ms + static_cast<double>(warp_instructions) / per_ms;
}

double DeviceModel::copy_ms(uint64_t bytes, bool crosses_bus) {
    return launch_ms + static_cast<double>(bytes) / ((crosses_bus ? bus_gigabytes : memory_gigabytes) * 1e6);
}

int DeviceModel::resident_blocks(int threads, uint64_t shared_bytes, int registers) const {
    if (threads <= 0 || threads > 1024) return 0;
    const int warps = (threads + 31) / 32;
    const auto shared = static_cast<int64_t>(shared_bytes) + reserved_shared_bytes;
    int64_t blocks = std::min<int64_t>(blocks_per_multiprocessor, threads_per_multiprocessor / (32 * warps));
    blocks = std::min<int64_t>(blocks, shared_bytes_per_multiprocessor / shared);
    const int registers_of_warp = (registers * 32 + 255) / 256 * 256;
    blocks = std::min<int64_t>(blocks, registers_per_multiprocessor / (registers_of_warp * warps));
    return static_cast<int>(blocks);
}

bool device_attribute(int attribute, int& value) {
    const DeviceModel& m = device_model;
    switch (attribute) {
    case 1: value = static_cast<int>(m.limits.max_threads_per_block); return true;
    case 2: value = static_cast<int>(m.limits.max_block.x); return true;
    case 3: value = static_cast<int>(m.limits.max_block.y); return true;
    case 4: value = static_cast<int>(m.limits.max_block.z); return true;
    case 5: value = static_cast<int>(m.limits.max_grid.x); return true;
    case 6: value = static_cast<int>(m.limits.max_grid.y); return true;
    case 7: value = static_cast<int>(m.limits.max_grid.z); return true;
    case 8: value = m.shared_bytes_per_block; return true;
    case 9: value = m.constant_bytes; return true;
    case 10: value = 32; return true;
    case 11: value = 0x7fffffff; return true;
    case 12: value = m.registers_per_block; return true;
    case 13: value = m.clock_khz; return true;
    case 14: value = 512; return true;
    case 16: value = m.multiprocessors; return true;
    case 36: value = m.memory_clock_khz; return true;
    case 37: value = m.bus_bits; return true;
    case 38: value = m.l2_bytes; return true;
    case 39: value = m.threads_per_multiprocessor; return true;
    case 75: value = m.major; return true;
    case 76: value = m.minor; return true;
    case 81: value = m.shared_bytes_per_multiprocessor; return true;
    case 82: value = m.registers_per_multiprocessor; return true;
    case 97: value = m.most_shared_bytes_per_block; return true;
    case 106: value = m.blocks_per_multiprocessor; return true;
    case 111: value = m.reserved_shared_bytes; return true;
    case 87: value = 2; return true; // single to double precision
    case 15:                         // copies while kernels run
    case 19:                         // maps host memory
    case 31:                         // concurrent kernels
    case 40:                         // engines for copies
    case 41:                         // unified addressing
    case 78:                         // priorities of streams
    case 79:
    case 80: // L1 caches
    case 83: // managed memory
    case 90: // preemption
    case 95: // cooperative launch
    case 115: value = 1; return true;
    // Of no such kind, or nothing that the emulator has.
    case 17:
    case 18:
    case 20:
    case 32:
    case 33:
    case 34:
    case 35:
    case 50:
    case 84:
    case 85:
    case 86:
    case 88:
    case 89:
    case 91:
    case 99:
    case 100:
    case 101:
    case 120: value = 0; return true;
    default: return false;
    }
}

void fill_properties(void* properties, uint64_t memory_bytes) {
    const DeviceModel& m = device_model;
    auto& p = *static_cast<Properties*>(properties);
    std::memset(&p, 0, sizeof(p));
    m.name.copy(p.name, sizeof(p.name) - 1);
    p.memory_bytes = memory_bytes;
    p.shared_bytes_per_block = static_cast<size_t>(m.shared_bytes_per_block);
    p.registers_per_block = m.registers_per_block;
    p.warp_size = 32;
    p.memory_pitch = 0x7fffffff;
    p.threads_per_block = static_cast<int>(m.limits.max_threads_per_block);
    const Dim3 block = m.limits.max_block, grid = m.limits.max_grid;
    const int limits[2][3] = {{static_cast<int>(block.x), static_cast<int>(block.y), static_cast<int>(block.z)},
                              {static_cast<int>(grid.x), static_cast<int>(grid.y), static_cast<int>(grid.z)}};
    std::copy(std::begin(limits[0]), std::end(limits[0]), p.block_limit);
    std::copy(std::begin(limits[1]), std::end(limits[1]), p.grid_limit);
    p.constant_bytes = static_cast<size_t>(m.constant_bytes);
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
    p.most_shared_bytes_per_block = static_cast<size_t>(m.most_shared_bytes_per_block);
    p.blocks_per_multiprocessor = m.blocks_per_multiprocessor;
    p.reserved_shared_bytes = static_cast<size_t>(m.reserved_shared_bytes);
    p.clock_khz = m.clock_khz;
    p.memory_clock_khz = m.memory_clock_khz;
    p.overlaps_copies = 1;
    p.double_ratio = 2;
}

} // namespace warpscope::runtime

#include "runtime/device_model.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpscope::runtime {
namespace {

constexpr double launch_ms = 0.004, bus_gigabytes = 55;

} // namespace

const DeviceModel& device_model() {
    static const DeviceModel& model = chosen_device_model();
    return model;
}

std::string device_name() { return fmt::format("Warpscope emulator ({} model)", device_model().name); }

double kernel_ms(uint64_t warp_instructions, uint64_t sleep_ns, uint64_t blocks, int resident) {
    const double per_ms = 4.0 * device_model().multiprocessors * device_model().clock_khz;
    const uint64_t places = static_cast<uint64_t>(std::max(1, resident)) * device_model().multiprocessors;
    const uint64_t turns = (blocks + places - 1) / places;
    return launch_ms + static_cast<double>(warp_instructions) / per_ms + static_cast<double>(sleep_ns * turns) / 1e6;
}

double copy_ms(uint64_t bytes, bool crosses_bus) {
    return launch_ms + static_cast<double>(bytes) / ((crosses_bus ? bus_gigabytes : device_model().gigabytes) * 1e6);
}

int resident_blocks(int threads, uint64_t shared_bytes, int registers) {
    const DeviceModel& m = device_model();
    if (threads <= 0 || threads > 1024) return 0;
    const int warps = (threads + 31) / 32;
    const auto shared = static_cast<int64_t>(shared_bytes) + m.reserved_shared_bytes;
    int64_t blocks = std::min<int64_t>(m.blocks_per_multiprocessor, m.threads_per_multiprocessor / (32 * warps));
    if (shared > 0) blocks = std::min<int64_t>(blocks, m.shared_bytes_per_multiprocessor / shared);
    const int registers_of_warp = (registers * 32 + 255) / 256 * 256;
    blocks = std::min<int64_t>(blocks, m.registers_per_multiprocessor / (registers_of_warp * warps));
    return static_cast<int>(blocks);
}

bool device_attribute(int attribute, int& value) {
    const DeviceModel& m = device_model();
    switch (attribute) {
    case 1: value = static_cast<int>(device_limits.max_threads_per_block); return true;
    case 2: value = static_cast<int>(device_limits.max_block.x); return true;
    case 3: value = static_cast<int>(device_limits.max_block.y); return true;
    case 4: value = static_cast<int>(device_limits.max_block.z); return true;
    case 5: value = static_cast<int>(device_limits.max_grid.x); return true;
    case 6: value = static_cast<int>(device_limits.max_grid.y); return true;
    case 7: value = static_cast<int>(device_limits.max_grid.z); return true;
    case 8: value = shared_bytes_per_block; return true;
    case 9: value = constant_bytes; return true;
    case 10: value = 32; return true;
    case 11: value = 0x7fffffff; return true;
    case 12: value = registers_per_block; return true;
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
    case 97: value = m.max_shared_bytes_per_block; return true;
    case 106: value = m.blocks_per_multiprocessor; return true;
    case 111: value = m.reserved_shared_bytes; return true;
    case 89: value = has_concurrent_managed_access(m) ? 1 : 0; return true;
    case 87: value = m.single_to_double; return true;
    case 15: // cudaDevAttrGpuOverlap
    case 19:
    case 31:
    case 40: // copy engines
    case 41:
    case 78: // stream priorities
    case 79:
    case 80:
    case 83:
    case 90:
    case 95:
    case 115: value = 1; return true;
    // Unsupported features and values of 0.
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
    case 91:
    case 99:
    case 100:
    case 101:
    case 120: value = 0; return true;
    default: return false;
    }
}

} // namespace warpscope::runtime

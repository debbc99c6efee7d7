// The CUDA runtime's binary interface, from its documentation.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::runtime {

enum Error : int {
    success = 0,
    invalid_value = 1,
    memory_allocation = 2,
    invalid_configuration = 9,
    invalid_pitch = 12,
    invalid_symbol = 13,
    invalid_device_function = 98,
    no_device = 100,
    invalid_device = 101,
    invalid_kernel_image = 200,
    no_kernel_image = 209,
    peer_access_unsupported = 217,
    invalid_resource_handle = 400,
    symbol_not_found = 500,
    not_ready = 600,
    illegal_address = 700,
    launch_out_of_resources = 701,
    launch_timeout = 702,
    assert_failed = 710,
    host_memory_already_registered = 712,
    host_memory_not_registered = 713,
    misaligned_address = 716,
    launch_failure = 719,
    cooperative_launch_too_large = 720,
    not_supported = 801,
};

enum CopyKind : int {
    host_to_host = 0,
    host_to_device = 1,
    device_to_host = 2,
    device_to_device = 3,
    any_direction = 4
};

struct GridSize {
    uint32_t x = 1, y = 1, z = 1;

    auto operator<=>(const GridSize&) const = default;
};

using StreamHandle = struct Stream*;
using EventHandle = struct Event*;

struct PitchedPointer {
    void* pointer = nullptr;
    size_t pitch = 0, width = 0, height = 0;
};
struct Extent {
    size_t width = 0, height = 0, depth = 0;
};
struct Position {
    size_t x = 0, y = 0, z = 0;
};
struct Copy3D {
    void* source_array = nullptr;
    Position source_position;
    PitchedPointer source;
    void* target_array = nullptr;
    Position target_position;
    PitchedPointer target;
    Extent extent;
    int kind = 0;
};

struct PointerAttributes {
    int type = 0; // 0 unregistered, 1 host, 2 device, 3 managed
    int device = 0;
    void* device_pointer = nullptr;
    void* host_pointer = nullptr;
    long reserved[8] = {};
};

struct FunctionAttributes {
    size_t shared_bytes = 0, constant_bytes = 0, local_bytes = 0;
    int max_threads = 0, registers = 0, ptx_version = 0, binary_version = 0, cache_mode = 0;
    int max_dynamic_shared_bytes = 0, shared_carveout = 0;
    int cluster[6] = {};
    int reserved[16] = {};
};

struct LaunchSettings {
    GridSize grid, block;
    size_t shared_bytes = 0;
    StreamHandle stream = nullptr;
    void* attributes = nullptr;
    unsigned attribute_count = 0;
};

struct FatBinaryWrapper {
    static constexpr uint32_t expected_magic = 0x466243b1, of_several_files = 2;
    uint32_t magic = 0, version = 0;
    const std::byte* data = nullptr;
    const std::byte* const* linked = nullptr; // fat binaries of linked files, null-terminated
};

} // namespace warpscope::runtime

// CUDA driver calls, which tests replace. Handles belong to their runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/launch.hpp"

namespace warpscope::gpu {

/// Value of CUresult.
using Code = int;

namespace code {
inline constexpr Code success = 0, invalid_value = 1, out_of_memory = 2, initialization_failed = 3,
                      insufficient_driver = 35, no_device = 100, invalid_device = 101, no_kernel_image = 209,
                      invalid_ptx = 218, unsupported_ptx_version = 222, operating_system = 304, symbol_not_found = 500,
                      not_ready = 600, illegal_address = 700, launch_out_of_resources = 701, launch_timeout = 702,
                      assertion = 710, hardware_stack_error = 714, illegal_instruction = 715, misaligned_address = 716,
                      invalid_address_space = 717, invalid_pc = 718, launch_failure = 719, cooperative_too_large = 720,
                      not_permitted = 800, not_supported = 801, system_not_ready = 802, driver_mismatch = 803,
                      unknown = 999,
                      /// no_driver is Warpscope's own. insufficient_driver also means that the driver lacks functions.
    no_driver = -1;
} // namespace code

struct StreamHandle {
    void* value = nullptr;
};
struct EventHandle {
    void* value = nullptr;
};
struct LibraryHandle {
    void* value = nullptr;
};
struct KernelHandle {
    void* value = nullptr;
};

struct TextureHandle {
    uint64_t object = 0;
    void* array = nullptr;
};
struct TextureRows {
    const void* memory = nullptr;
    uint32_t width = 0, height = 0;
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    uint64_t pitch = 0;
};

struct Multiprocessor {
    int registers = 0, threads = 0, blocks = 0;
    uint64_t shared_bytes = 0;
    uint64_t reserved_shared_bytes = 0;
};

struct DeviceProperties {
    std::string name;
    int major = 0, minor = 0;
    uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    Multiprocessor multiprocessor = {};
    DeviceLimits limits = {};
    bool time_limit = false;
};

struct KernelAttributes {
    int registers = 0;
    int max_threads_per_block = 0;
    uint64_t shared_bytes = 0; // static, per block
    uint64_t local_bytes = 0;
};

class Runtime {
public:
    Runtime() = default;
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    virtual ~Runtime() = default;

    [[nodiscard]] virtual std::string describe(Code code) const = 0;

    /// Sets `version` to 13000 for CUDA 13.0, or to 0 without a driver.
    virtual Code driver_version(int& version) = 0;
    virtual Code device_count(int& count) = 0;
    virtual Code properties(int device, DeviceProperties& properties) = 0;
    virtual Code use_device(int device) = 0;

    virtual Code allocate(uint64_t bytes, void*& memory) = 0;
    virtual Code release(void* memory) = 0;
    virtual Code allocate_pinned(uint64_t bytes, void*& memory) = 0;
    virtual Code release_pinned(void* memory) = 0;

    virtual Code create_stream(StreamHandle& stream) = 0;
    virtual Code destroy(StreamHandle stream) = 0;
    virtual Code wait(StreamHandle stream) = 0;
    virtual Code create_event(EventHandle& event) = 0;
    virtual Code destroy(EventHandle event) = 0;
    virtual Code record(EventHandle event, StreamHandle stream) = 0;
    virtual Code query(EventHandle event) = 0;
    virtual Code wait_for(StreamHandle /*stream*/, EventHandle /*event*/) { return code::not_supported; }
    virtual Code elapsed_ms(EventHandle from, EventHandle to, float& milliseconds) = 0;

    virtual Code create_texture(const TextureRows& /*rows*/, const TextureSettings& /*settings*/,
                                StreamHandle /*stream*/, TextureHandle& /*texture*/) {
        return code::not_supported;
    }
    virtual Code destroy_texture(const TextureHandle& /*texture*/) { return code::success; }

    virtual Code fill(void* device, uint8_t value, uint64_t bytes, StreamHandle stream) = 0;
    virtual Code copy_to_device(void* device, const void* host, uint64_t bytes, StreamHandle stream) = 0;
    virtual Code copy_to_host(void* host, const void* device, uint64_t bytes, StreamHandle stream) = 0;
    virtual Code copy_on_device(void* target, const void* source, uint64_t bytes, StreamHandle stream) = 0;

    virtual Code can_access(int /*device*/, int /*other*/, bool& can) {
        can = false;
        return code::success;
    }
    virtual Code allow_access(int /*other*/) { return code::not_supported; }
    /// Copies between GPUs, perhaps through the host.
    virtual Code copy_between(void* /*target*/, int /*target_device*/, const void* /*source*/, int /*source_device*/,
                              uint64_t /*bytes*/, StreamHandle /*stream*/) {
        return code::not_supported;
    }

    /// Loads PTX. The driver may compile it later, in attributes(). After a failure, `library` has the log and needs
    /// unload().
    virtual Code load(const std::string& ptx, LibraryHandle& library) = 0;
    virtual Code unload(LibraryHandle library) = 0;
    [[nodiscard]] virtual std::string log(LibraryHandle library) const = 0;
    virtual Code find_kernel(LibraryHandle library, const char* name, KernelHandle& kernel) = 0;
    virtual Code find_symbol(LibraryHandle library, const char* name, void*& memory, uint64_t& bytes) = 0;
    virtual Code attributes(KernelHandle kernel, KernelAttributes& attributes) = 0;
    virtual Code blocks_per_multiprocessor(KernelHandle kernel, uint64_t threads, uint64_t dynamic_shared_bytes,
                                           int& blocks) = 0;
    virtual Code launch(KernelHandle kernel, const LaunchConfig& config, void** arguments, StreamHandle stream) = 0;
};

[[nodiscard]] Runtime& system_runtime();

} // namespace warpscope::gpu

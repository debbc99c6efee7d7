// The calls that Warpscope makes to CUDA, as an interface that can be tested without a GPU by a fake that keeps device
// memory on the host.
//
// The calls mean what the CUDA driver's functions of similar names mean and return their error codes. Handles are
// opaque and belong to the runtime that made them; gpu/owners.hpp has owners for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/launch.hpp"

namespace warpscope::gpu {

/// A CUresult as a number; 0 is success.
using Code = int;

/// The codes that are told apart.
namespace code {
inline constexpr Code success = 0, invalid_value = 1, out_of_memory = 2, initialization_failed = 3,
                      insufficient_driver = 35, no_device = 100, invalid_device = 101, no_kernel_image = 209,
                      invalid_ptx = 218, unsupported_ptx_version = 222, operating_system = 304, symbol_not_found = 500,
                      not_ready = 600, illegal_address = 700, launch_out_of_resources = 701, launch_timeout = 702,
                      assertion = 710, hardware_stack_error = 714, illegal_instruction = 715, misaligned_address = 716,
                      invalid_address_space = 717, invalid_pc = 718, launch_failure = 719, cooperative_too_large = 720,
                      not_permitted = 800, not_supported = 801, system_not_ready = 802, driver_mismatch = 803,
                      unknown = 999,
                      /// Not CUDA's: no driver could be opened. insufficient_driver is not the driver's either: it
                      /// lacks functions.
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

/// A texture object, and the array that it reads.
struct TextureHandle {
    uint64_t object = 0;
    void* array = nullptr;
};
/// Cells in the device's memory, row after row without padding.
struct TextureRows {
    const void* memory = nullptr;
    uint32_t width = 0, height = 0;
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    uint64_t pitch = 0; // bytes from one row to the next
};

/// What the blocks that are on one multiprocessor at a time share.
struct Multiprocessor {
    int registers = 0, threads = 0, blocks = 0;
    uint64_t shared_bytes = 0;
    uint64_t reserved_shared_bytes = 0; // taken from each block's share
};

struct DeviceProperties {
    std::string name;
    int major = 0, minor = 0; // compute capability
    uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    Multiprocessor multiprocessor = {};
    DeviceLimits limits = {};
    bool time_limit = false; // the system ends kernels that run for seconds, as on a GPU with a display
};

/// What a kernel uses once compiled for the device.
struct KernelAttributes {
    int registers = 0; // per thread
    int max_threads_per_block = 0;
    uint64_t shared_bytes = 0; // static, per block
    uint64_t local_bytes = 0;  // per thread
};

class Runtime {
public:
    Runtime() = default;
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    virtual ~Runtime() = default;

    /// CUDA's own name and text of an error: "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered".
    [[nodiscard]] virtual std::string describe(Code code) const = 0;

    /// Version as CUDA writes it, 13000 for 13.0. A driver version of 0 means that no driver is installed.
    virtual Code driver_version(int& version) = 0;
    virtual Code device_count(int& count) = 0;
    virtual Code properties(int device, DeviceProperties& properties) = 0;
    /// Makes `device` the calling thread's.
    virtual Code use_device(int device) = 0;

    virtual Code allocate(uint64_t bytes, void*& memory) = 0;
    virtual Code release(void* memory) = 0;
    /// Host memory that the GPU can copy to by itself.
    virtual Code allocate_pinned(uint64_t bytes, void*& memory) = 0;
    virtual Code release_pinned(void* memory) = 0;

    virtual Code create_stream(StreamHandle& stream) = 0;
    virtual Code destroy(StreamHandle stream) = 0;
    virtual Code wait(StreamHandle stream) = 0;
    virtual Code create_event(EventHandle& event) = 0;
    virtual Code destroy(EventHandle event) = 0;
    virtual Code record(EventHandle event, StreamHandle stream) = 0;
    /// success when the GPU has passed the event, not_ready before. Does not wait.
    virtual Code query(EventHandle event) = 0;
    /// What is queued on `stream` from now on begins when the GPU has passed the event, which may be another GPU's.
    virtual Code wait_for(StreamHandle /*stream*/, EventHandle /*event*/) { return code::not_supported; }
    virtual Code elapsed_ms(EventHandle from, EventHandle to, float& milliseconds) = 0;

    /// A texture of two dimensions over a copy of `rows`, which is queued on `stream`.
    virtual Code create_texture(const TextureRows& /*rows*/, const TextureSettings& /*settings*/,
                                StreamHandle /*stream*/, TextureHandle& /*texture*/) {
        return code::not_supported;
    }
    virtual Code destroy_texture(const TextureHandle& /*texture*/) { return code::success; }

    virtual Code fill(void* device, uint8_t value, uint64_t bytes, StreamHandle stream) = 0;
    virtual Code copy_to_device(void* device, const void* host, uint64_t bytes, StreamHandle stream) = 0;
    virtual Code copy_to_host(void* host, const void* device, uint64_t bytes, StreamHandle stream) = 0;
    virtual Code copy_on_device(void* target, const void* source, uint64_t bytes, StreamHandle stream) = 0;

    /// Of two devices: whether one can read and write the other's memory by itself.
    virtual Code can_access(int /*device*/, int /*other*/, bool& can) {
        can = false;
        return code::success;
    }
    /// Allows the calling thread's device to do so; no mistake where it may already.
    virtual Code allow_access(int /*other*/) { return code::not_supported; }
    /// From one device's memory to another's; the driver takes it through the host where there is no other way.
    virtual Code copy_between(void* /*target*/, int /*target_device*/, const void* /*source*/, int /*source_device*/,
                              uint64_t /*bytes*/, StreamHandle /*stream*/) {
        return code::not_supported;
    }

    /// Takes PTX for the calling thread's device. It may be compiled only when attributes() is first called. The handle
    /// is to be unloaded also after a failure, when it serves to ask for the log.
    virtual Code load(const std::string& ptx, LibraryHandle& library) = 0;
    virtual Code unload(LibraryHandle library) = 0;
    /// What the driver's compiler said so far; empty when nothing.
    [[nodiscard]] virtual std::string log(LibraryHandle library) const = 0;
    /// `name` as in the PTX text.
    virtual Code find_kernel(LibraryHandle library, const char* name, KernelHandle& kernel) = 0;
    virtual Code find_symbol(LibraryHandle library, const char* name, void*& memory, uint64_t& bytes) = 0;
    /// Compiles the kernel for the device, unless that has been done, and tells what it uses.
    virtual Code attributes(KernelHandle kernel, KernelAttributes& attributes) = 0;
    /// How many blocks of the kernel one multiprocessor can hold at a time.
    virtual Code blocks_per_multiprocessor(KernelHandle kernel, uint64_t threads, uint64_t dynamic_shared_bytes,
                                           int& blocks) = 0;
    /// `arguments` holds one pointer to each argument's value. A cooperative launch is made as one.
    virtual Code launch(KernelHandle kernel, const LaunchConfig& config, void** arguments, StreamHandle stream) = 0;
};

/// The CUDA driver that this process has opened (gpu/driver/library.hpp). Without one every call says code::no_driver.
[[nodiscard]] Runtime& system_runtime();

} // namespace warpscope::gpu

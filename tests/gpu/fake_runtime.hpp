// Fake CUDA runtime. Device memory is host memory, queued work runs immediately, kernels are C++ functions registered
// by name, and any call can be made to fail.
#pragma once

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {

class FakeRuntime : public Runtime {
public:
    using KernelBody = std::function<void(const LaunchConfig&, void** arguments)>;

    /// Error codes of calls that fail, by name ("allocate", "load" ...).
    std::map<std::string, Code> failures;
    std::map<std::string, KernelBody> kernels; // by name in the PTX
    std::map<std::string, std::vector<std::byte>> symbols;
    std::map<std::string, int> calls; // number of calls by name
    int driver = 13000, devices = 1;
    std::vector<std::string> names;    // names of devices; the default is "Fake GPU"
    int broken_device = -1;            // device with unreadable properties; -1: all are readable
    std::atomic<int> used_device = -1; // argument of the latest use_device()
    std::vector<int> launch_devices;   // device of each launch
    std::string newest_ptx = "9.0";    // newest `.version` that load() accepts, or "none"
    std::string compiler_log;
    bool peers = true;                              // whether devices can access each other's memory
    bool events_pass = true;                        // false: the GPU seems busy
    std::atomic<Code> kernel_fault = code::success; // result of waiting after a launch
    int max_threads_per_block = 1024;
    uint64_t bytes_allocated = 0;

    ~FakeRuntime() override = default;

    std::string describe(Code code) const override { return "error " + std::to_string(code); }
    Code driver_version(int& version) override {
        version = driver;
        return outcome("driver_version");
    }
    Code device_count(int& count) override {
        count = devices;
        return outcome("device_count");
    }
    Code properties(int device, DeviceProperties& out) override {
        if (device == broken_device) return code::unknown;
        out = {
            .name = "Fake GPU", .major = 9, .minor = 0, .memory_bytes = 1u << 30, .multiprocessors = 4, .limits = {}};
        if (const auto number = static_cast<size_t>(device); number < names.size()) out.name = names[number];
        return outcome("properties");
    }
    Code use_device(int device) override {
        used_device = device;
        return outcome("use_device");
    }

    Code allocate(uint64_t bytes, void*& memory) override { return reserve("allocate", bytes, memory); }
    Code release(void* memory) override { return give_back("release", memory); }
    Code allocate_pinned(uint64_t bytes, void*& memory) override { return reserve("allocate_pinned", bytes, memory); }
    Code release_pinned(void* memory) override { return give_back("release_pinned", memory); }
    [[nodiscard]] size_t blocks_alive() const { return memory_.size(); }

    Code create_stream(StreamHandle& stream) override {
        stream.value = reinterpret_cast<void*>(static_cast<uintptr_t>(++streams_)); // unique
        ++handles_;
        return outcome("create_stream");
    }
    Code destroy(StreamHandle) override {
        --handles_;
        return outcome("destroy");
    }
    Code wait(StreamHandle) override { return outcome("wait", launched_ ? kernel_fault.load() : code::success); }
    Code create_event(EventHandle& event) override {
        event.value = this;
        ++handles_;
        return outcome("create_event");
    }
    Code destroy(EventHandle) override {
        --handles_;
        return outcome("destroy");
    }
    Code record(EventHandle, StreamHandle) override { return outcome("record"); }
    Code wait_for(StreamHandle, EventHandle) override { return outcome("wait_for"); }
    Code can_access(int, int, bool& can) override {
        can = peers;
        return outcome("can_access");
    }
    Code allow_access(int) override { return outcome("allow_access"); }
    Code copy_between(void* to, int, const void* from, int, uint64_t bytes, StreamHandle) override {
        return copy("copy_between", to, from, bytes);
    }
    Code query(EventHandle) override {
        const Code state = events_pass ? code::success : code::not_ready;
        return outcome("query", launched_ && kernel_fault != code::success ? kernel_fault.load() : state);
    }
    Code elapsed_ms(EventHandle, EventHandle, float& milliseconds) override {
        const std::lock_guard lock(mutex_);
        milliseconds = 0.5f + static_cast<float>(calls["elapsed_ms"]);
        return outcome("elapsed_ms");
    }
    [[nodiscard]] int handles_alive() const { return handles_; }

    Code fill(void* device, uint8_t value, uint64_t bytes, StreamHandle) override {
        if (const Code error = outcome("fill"); error != code::success) return error;
        std::memset(device, value, bytes);
        return code::success;
    }
    Code copy_to_device(void* to, const void* from, uint64_t bytes, StreamHandle) override {
        return copy("copy_to_device", to, from, bytes);
    }
    Code copy_to_host(void* to, const void* from, uint64_t bytes, StreamHandle) override {
        return copy("copy_to_host", to, from, bytes);
    }
    Code copy_on_device(void* to, const void* from, uint64_t bytes, StreamHandle) override {
        return copy("copy_on_device", to, from, bytes);
    }

    /// Numbers textures from 1.
    Code create_texture(const TextureRows&, const TextureSettings&, StreamHandle, TextureHandle& texture) override {
        ++handles_;
        texture.object = static_cast<uint64_t>(calls["create_texture"]) + 1;
        return outcome("create_texture");
    }
    Code destroy_texture(const TextureHandle&) override {
        --handles_;
        return outcome("destroy_texture");
    }

    Code load(const std::string& ptx, LibraryHandle& library) override {
        loaded_ptx = ptx;
        library.value = this;
        ++libraries_;
        if (const Code error = outcome("load"); error != code::success) return error;
        const size_t declared = ptx.find(".version ");
        const bool known =
            declared != std::string::npos && std::atof(ptx.c_str() + declared + 9) <= std::atof(newest_ptx.c_str());
        return known ? code::success : code::unsupported_ptx_version;
    }
    Code unload(LibraryHandle) override {
        --libraries_;
        return outcome("unload");
    }
    [[nodiscard]] int libraries_alive() const { return libraries_; }
    std::string log(LibraryHandle) const override { return compiler_log; }
    Code find_kernel(LibraryHandle, const char* name, KernelHandle& kernel) override {
        const auto found = kernels.find(name);
        if (found == kernels.end()) return code::symbol_not_found;
        kernel.value = &found->second;
        return outcome("find_kernel");
    }
    Code find_symbol(LibraryHandle, const char* name, void*& memory, uint64_t& bytes) override {
        const auto found = symbols.find(name);
        if (found == symbols.end()) return code::symbol_not_found;
        memory = found->second.data();
        bytes = found->second.size();
        return outcome("find_symbol");
    }
    Code attributes(KernelHandle, KernelAttributes& out) override {
        out = {.registers = 32, .max_threads_per_block = max_threads_per_block, .shared_bytes = 0, .local_bytes = 0};
        return outcome("attributes");
    }
    Code blocks_per_multiprocessor(KernelHandle, uint64_t, uint64_t, int& blocks) override {
        blocks = 2;
        return outcome("blocks_per_multiprocessor");
    }
    Code launch(KernelHandle kernel, const LaunchConfig& config, void** arguments, StreamHandle) override {
        const std::lock_guard lock(mutex_);
        if (const Code error = outcome("launch"); error != code::success) return error;
        launched_ = true;
        launch_devices.push_back(used_device);
        (*static_cast<KernelBody*>(kernel.value))(config, arguments);
        return code::success;
    }

    std::string loaded_ptx; // PTX of the latest load()

private:
    Code outcome(const std::string& call, Code otherwise = code::success) {
        const std::lock_guard lock(mutex_);
        ++calls[call];
        const auto failure = failures.find(call);
        return failure == failures.end() ? otherwise : failure->second;
    }
    Code reserve(const std::string& call, uint64_t bytes, void*& memory) {
        const std::lock_guard lock(mutex_);
        if (const Code error = outcome(call); error != code::success) return error;
        auto block = std::make_unique<std::byte[]>(bytes);
        memory = block.get();
        // Contents are undefined on a GPU, so this pattern reveals code that expects zeros.
        std::memset(memory, 0xcd, bytes);
        bytes_allocated += bytes;
        memory_.emplace(memory, std::move(block));
        return code::success;
    }
    Code give_back(const std::string& call, void* memory) {
        const std::lock_guard lock(mutex_);
        memory_.erase(memory);
        return outcome(call);
    }
    Code copy(const std::string& call, void* to, const void* from, uint64_t bytes) {
        if (const Code error = outcome(call); error != code::success) return error;
        std::memcpy(to, from, bytes);
        return code::success;
    }

    std::recursive_mutex mutex_; // the window calls this object from two threads
    std::map<void*, std::unique_ptr<std::byte[]>> memory_;
    std::atomic<bool> launched_ = false;
    std::atomic<int> handles_ = 0, libraries_ = 0;
    std::atomic<uint32_t> streams_ = 0;
};

template<class T>
T argument(void** arguments, size_t index) {
    T value;
    std::memcpy(&value, arguments[index], sizeof(T));
    return value;
}

/// PTX with one variable and one kernel `_Z6doublePKhPhi(const uint8_t* in, uint8_t* out, int n)`, whose body the fake
/// provides.
inline constexpr const char* doubling_ptx = R"(.version 9.0
.target sm_75
.address_size 64
.const .align 4 .b8 factors[8];
.visible .entry _Z6doublePKhPhi(
    .param .u64 .ptr .align 1 p0,
    .param .u64 .ptr .align 1 p1,
    .param .u32 p2
)
{
    ret;
}
)";

inline void doubling_kernel(const LaunchConfig&, void** arguments) {
    const auto* in = argument<const uint8_t*>(arguments, 0);
    auto* out = argument<uint8_t*>(arguments, 1);
    const auto count = argument<int32_t>(arguments, 2);
    for (int32_t i = 0; i < count; ++i) out[i] = static_cast<uint8_t>(in[i] * 2);
}

} // namespace warpscope::gpu

// Stands in for cuda_runtime.cpp in a program that is built without the CUDA Toolkit.
#include "gpu/runtime.hpp"

namespace warpscope::gpu {
namespace {

class NoRuntime final : public Runtime {
public:
    std::string describe(Code) const override { return "built without CUDA"; }
    Code driver_version(int&) override { return absent; }
    Code runtime_version(int&) override { return absent; }
    Code device_count(int&) override { return absent; }
    Code properties(int, DeviceProperties&) override { return absent; }
    Code use_device(int) override { return absent; }
    Code allocate(uint64_t, void*&) override { return absent; }
    Code release(void*) override { return absent; }
    Code allocate_pinned(uint64_t, void*&) override { return absent; }
    Code release_pinned(void*) override { return absent; }
    Code create_stream(StreamHandle&) override { return absent; }
    Code destroy(StreamHandle) override { return absent; }
    Code wait(StreamHandle) override { return absent; }
    Code create_event(EventHandle&) override { return absent; }
    Code destroy(EventHandle) override { return absent; }
    Code record(EventHandle, StreamHandle) override { return absent; }
    Code query(EventHandle) override { return absent; }
    Code elapsed_ms(EventHandle, EventHandle, float&) override { return absent; }
    Code fill(void*, uint8_t, uint64_t, StreamHandle) override { return absent; }
    Code copy_to_device(void*, const void*, uint64_t, StreamHandle) override { return absent; }
    Code copy_to_host(void*, const void*, uint64_t, StreamHandle) override { return absent; }
    Code copy_on_device(void*, const void*, uint64_t, StreamHandle) override { return absent; }
    Code load(const std::string&, LibraryHandle&) override { return absent; }
    std::string log(LibraryHandle) const override { return {}; }
    Code attributes(KernelHandle, KernelAttributes&) override { return absent; }
    Code unload(LibraryHandle) override { return absent; }
    Code find_kernel(LibraryHandle, const char*, KernelHandle&) override { return absent; }
    Code find_symbol(LibraryHandle, const char*, void*&, uint64_t&) override { return absent; }
    Code blocks_per_multiprocessor(KernelHandle, uint64_t, uint64_t, int&) override { return absent; }
    Code launch(KernelHandle, const LaunchConfig&, void**, StreamHandle) override { return absent; }

private:
    static constexpr Code absent = code::built_without_cuda;
};

} // namespace

Runtime& system_runtime() {
    static NoRuntime runtime;
    return runtime;
}

} // namespace warpscope::gpu

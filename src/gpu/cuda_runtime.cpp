// The one place that calls the CUDA runtime for launches and memory. The runtime is linked statically and opens the
// driver when it is first used, so that this also runs where no driver is installed.
#include <array>
#include <cstring>
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <memory>

#include "gpu/runtime.hpp"

namespace warpscope::gpu {
namespace {

static_assert(
    code::success == cudaSuccess && code::invalid_value == cudaErrorInvalidValue &&
    code::out_of_memory == cudaErrorMemoryAllocation && code::initialization_failed == cudaErrorInitializationError &&
    code::insufficient_driver == cudaErrorInsufficientDriver && code::no_device == cudaErrorNoDevice &&
    code::invalid_device == cudaErrorInvalidDevice && code::no_kernel_image == cudaErrorNoKernelImageForDevice &&
    code::invalid_ptx == cudaErrorInvalidPtx && code::unsupported_ptx_version == cudaErrorUnsupportedPtxVersion &&
    code::operating_system == cudaErrorOperatingSystem && code::symbol_not_found == cudaErrorSymbolNotFound &&
    code::not_ready == cudaErrorNotReady && code::illegal_address == cudaErrorIllegalAddress &&
    code::launch_out_of_resources == cudaErrorLaunchOutOfResources && code::launch_timeout == cudaErrorLaunchTimeout &&
    code::assertion == cudaErrorAssert && code::hardware_stack_error == cudaErrorHardwareStackError &&
    code::illegal_instruction == cudaErrorIllegalInstruction &&
    code::misaligned_address == cudaErrorMisalignedAddress &&
    code::invalid_address_space == cudaErrorInvalidAddressSpace && code::invalid_pc == cudaErrorInvalidPc &&
    code::launch_failure == cudaErrorLaunchFailure &&
    code::cooperative_too_large == cudaErrorCooperativeLaunchTooLarge && code::not_permitted == cudaErrorNotPermitted &&
    code::not_supported == cudaErrorNotSupported && code::system_not_ready == cudaErrorSystemNotReady &&
    code::driver_mismatch == cudaErrorSystemDriverMismatch && code::unknown == cudaErrorUnknown);

/// The runtime also remembers a failed call's error for cudaGetLastError; take it out, so that nobody meets it later.
Code taken(cudaError_t error) {
    if (error != cudaSuccess && error != cudaErrorNotReady) (void)cudaGetLastError();
    return error;
}

cudaStream_t native(StreamHandle stream) { return static_cast<cudaStream_t>(stream.value); }
cudaEvent_t native(EventHandle event) { return static_cast<cudaEvent_t>(event.value); }

/// A library with the driver's logs. The driver may compile long after the call that loaded the library, so the logs
/// live as long as it does.
struct Library {
    cudaLibrary_t native = nullptr;
    std::array<char, 8192> errors{}, notes{};
};
Library& owned(LibraryHandle library) { return *static_cast<Library*>(library.value); }

dim3 native(const Dim3& extent) { return {extent.x, extent.y, extent.z}; }

class CudaRuntime final : public Runtime {
public:
    std::string describe(Code code) const override {
        const auto error = static_cast<cudaError_t>(code);
        return fmt::format("{}: {}", cudaGetErrorName(error), cudaGetErrorString(error));
    }

    Code driver_version(int& version) override { return taken(cudaDriverGetVersion(&version)); }
    Code runtime_version(int& version) override { return taken(cudaRuntimeGetVersion(&version)); }
    Code device_count(int& count) override { return taken(cudaGetDeviceCount(&count)); }
    Code use_device(int device) override { return taken(cudaSetDevice(device)); }

    Code properties(int device, DeviceProperties& out) override {
        cudaDeviceProp found{};
        if (const cudaError_t error = cudaGetDeviceProperties(&found, device); error != cudaSuccess)
            return taken(error);
        out.name = found.name;
        out.major = found.major;
        out.minor = found.minor;
        out.memory_bytes = found.totalGlobalMem;
        out.multiprocessors = found.multiProcessorCount;
        out.multiprocessor = {found.regsPerMultiprocessor, found.maxThreadsPerMultiProcessor,
                              found.maxBlocksPerMultiProcessor, found.sharedMemPerMultiprocessor,
                              found.reservedSharedMemPerBlock};
        const auto extent = [](const int(&n)[3]) {
            return Dim3{static_cast<uint32_t>(n[0]), static_cast<uint32_t>(n[1]), static_cast<uint32_t>(n[2])};
        };
        out.limits.max_grid = extent(found.maxGridSize);
        out.limits.max_block = extent(found.maxThreadsDim);
        out.limits.max_threads_per_block = static_cast<uint32_t>(found.maxThreadsPerBlock);
        out.limits.max_shared_bytes = static_cast<uint32_t>(found.sharedMemPerBlock);
        return code::success;
    }

    Code allocate(uint64_t bytes, void*& memory) override { return taken(cudaMalloc(&memory, bytes)); }
    Code release(void* memory) override { return taken(cudaFree(memory)); }
    Code allocate_pinned(uint64_t bytes, void*& memory) override { return taken(cudaMallocHost(&memory, bytes)); }
    Code release_pinned(void* memory) override { return taken(cudaFreeHost(memory)); }

    Code create_stream(StreamHandle& stream) override {
        cudaStream_t made = nullptr;
        const cudaError_t error = cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
        stream.value = made;
        return taken(error);
    }
    Code destroy(StreamHandle stream) override { return taken(cudaStreamDestroy(native(stream))); }
    Code wait(StreamHandle stream) override { return taken(cudaStreamSynchronize(native(stream))); }

    Code create_event(EventHandle& event) override {
        cudaEvent_t made = nullptr;
        const cudaError_t error = cudaEventCreate(&made);
        event.value = made;
        return taken(error);
    }
    Code destroy(EventHandle event) override { return taken(cudaEventDestroy(native(event))); }
    Code record(EventHandle event, StreamHandle stream) override {
        return taken(cudaEventRecord(native(event), native(stream)));
    }
    Code query(EventHandle event) override { return taken(cudaEventQuery(native(event))); }
    Code elapsed_ms(EventHandle from, EventHandle to, float& milliseconds) override {
        return taken(cudaEventElapsedTime(&milliseconds, native(from), native(to)));
    }

    Code fill(void* device, uint8_t value, uint64_t bytes, StreamHandle stream) override {
        return taken(cudaMemsetAsync(device, value, bytes, native(stream)));
    }
    Code copy_to_device(void* device, const void* host, uint64_t bytes, StreamHandle stream) override {
        return taken(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, native(stream)));
    }
    Code copy_to_host(void* host, const void* device, uint64_t bytes, StreamHandle stream) override {
        return taken(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, native(stream)));
    }
    Code copy_on_device(void* target, const void* source, uint64_t bytes, StreamHandle stream) override {
        return taken(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, native(stream)));
    }

    Code load(const std::string& ptx, LibraryHandle& library) override {
        auto loading = std::make_unique<Library>();
        std::array options{cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes, cudaJitInfoLogBuffer,
                           cudaJitInfoLogBufferSizeBytes, cudaJitGenerateLineInfo};
        std::array<void*, options.size()> values{
            loading->errors.data(), reinterpret_cast<void*>(loading->errors.size()), loading->notes.data(),
            reinterpret_cast<void*>(loading->notes.size()), reinterpret_cast<void*>(1)};
        const cudaError_t error = cudaLibraryLoadData(&loading->native, ptx.c_str(), options.data(), values.data(),
                                                      static_cast<unsigned>(options.size()), nullptr, nullptr, 0);
        if (error != cudaSuccess) loading->native = nullptr;
        library.value = loading.release();
        return taken(error);
    }
    Code unload(LibraryHandle library) override {
        const std::unique_ptr<Library> ending(&owned(library));
        return ending->native ? taken(cudaLibraryUnload(ending->native)) : code::success;
    }
    std::string log(LibraryHandle library) const override {
        const Library& loaded = owned(library);
        const auto text = [](const auto& log) { return std::string(log.data(), strnlen(log.data(), log.size())); };
        const std::string errors = text(loaded.errors);
        return errors.empty() ? text(loaded.notes) : errors;
    }
    Code find_kernel(LibraryHandle library, const char* name, KernelHandle& kernel) override {
        cudaKernel_t found = nullptr;
        const cudaError_t error = cudaLibraryGetKernel(&found, owned(library).native, name);
        kernel.value = found;
        return taken(error);
    }
    Code find_symbol(LibraryHandle library, const char* name, void*& memory, uint64_t& bytes) override {
        size_t size = 0;
        const cudaError_t error = cudaLibraryGetGlobal(&memory, &size, owned(library).native, name);
        bytes = size;
        return taken(error);
    }
    Code attributes(KernelHandle kernel, KernelAttributes& out) override {
        cudaFuncAttributes found{};
        const cudaError_t error = cudaFuncGetAttributes(&found, kernel.value);
        out.registers = found.numRegs;
        out.max_threads_per_block = found.maxThreadsPerBlock;
        out.shared_bytes = found.sharedSizeBytes;
        out.local_bytes = found.localSizeBytes;
        return taken(error);
    }
    Code blocks_per_multiprocessor(KernelHandle kernel, uint64_t threads, uint64_t dynamic_shared_bytes,
                                   int& blocks) override {
        return taken(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.value, static_cast<int>(threads),
                                                                   dynamic_shared_bytes));
    }
    Code launch(KernelHandle kernel, const LaunchConfig& config, void** arguments, StreamHandle stream) override {
        const auto launch = config.cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel;
        return taken(launch(kernel.value, native(config.grid), native(config.block), arguments,
                            config.dynamic_shared_bytes, native(stream)));
    }
};

} // namespace

Runtime& system_runtime() {
    static CudaRuntime runtime;
    return runtime;
}

} // namespace warpscope::gpu

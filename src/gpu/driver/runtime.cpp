#include "gpu/driver/runtime.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <mutex>

#include "gpu/driver/device_properties.hpp"
#include "gpu/driver/texture.hpp"

namespace warpscope::gpu::driver {
namespace {

Stream native(StreamHandle stream) { return static_cast<Stream>(stream.value); }
Event native(EventHandle event) { return static_cast<Event>(event.value); }
Function native(KernelHandle kernel) { return static_cast<Function>(kernel.value); }
constexpr Code peer_access_already = 704;
Address address(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

/// Module with its logs, to which the driver may write later
struct LoadedModule {
    Module native = nullptr;
    Context context = nullptr;
    std::array<char, 8192> errors{}, notes{};
};
LoadedModule& owned(LibraryHandle library) { return *static_cast<LoadedModule*>(library.value); }

/// Uses primary contexts. Never releases them: making one is slow.
class DriverRuntime final : public Runtime {
public:
    explicit DriverRuntime(const Library& library)
        : library_(library)
        , api_(library.api) {}

    std::string describe(Code code) const override {
        if (code == code::no_driver) return library_.why;
        if (code == code::insufficient_driver) return library_.old ? library_.why : "the driver is too old";
        const char *name = nullptr, *text = nullptr;
        if (!library_.usable() || api_.error_name(code, &name) != code::success || name == nullptr)
            return fmt::format("CUDA error {}", code);
        if (api_.error_text(code, &text) != code::success || text == nullptr) return name;
        return fmt::format("{}: {}", name, text);
    }

    Code driver_version(int& version) override {
        version = 0;
        // Does not call start(), because even incomplete drivers know their version.
        if (api_.driver_version == nullptr) return absent();
        return api_.driver_version(&version);
    }
    Code device_count(int& count) override {
        if (const Code error = start(); error != code::success) return error;
        return api_.device_count(&count);
    }
    Code properties(int number, DeviceProperties& out) override;
    Code use_device(int number) override {
        if (const Code error = start(); error != code::success) return error;
        Context context = nullptr;
        if (const Code error = context_of(number, context); error != code::success) return error;
        return api_.set_context(context);
    }

    Code allocate(uint64_t bytes, void*& memory) override {
        if (const Code error = enter(); error != code::success) return error;
        Address made = 0;
        const Code error = api_.allocate(&made, bytes);
        memory = error == code::success ? reinterpret_cast<void*>(static_cast<uintptr_t>(made)) : nullptr;
        return error;
    }
    Code release(void* memory) override {
        return within([&] { return api_.release(address(memory)); });
    }
    Code allocate_pinned(uint64_t bytes, void*& memory) override {
        return within([&] { return api_.allocate_host(&memory, bytes, host_memory_portable); });
    }
    Code release_pinned(void* memory) override {
        return within([&] { return api_.release_host(memory); });
    }

    Code create_stream(StreamHandle& stream) override {
        Stream made = nullptr;
        const Code error = within([&] { return api_.create_stream(&made, stream_non_blocking); });
        stream.value = made;
        return error;
    }
    Code destroy(StreamHandle stream) override {
        return within([&] { return api_.destroy_stream(native(stream)); });
    }
    Code wait(StreamHandle stream) override {
        return within([&] { return api_.wait_stream(native(stream)); });
    }
    Code create_event(EventHandle& event) override {
        Event made = nullptr;
        const Code error = within([&] { return api_.create_event(&made, 0); });
        event.value = made;
        return error;
    }
    Code destroy(EventHandle event) override {
        return within([&] { return api_.destroy_event(native(event)); });
    }
    Code record(EventHandle event, StreamHandle stream) override {
        return within([&] { return api_.record_event(native(event), native(stream)); });
    }
    Code query(EventHandle event) override {
        return within([&] { return api_.query_event(native(event)); });
    }
    Code elapsed_ms(EventHandle from, EventHandle to, float& milliseconds) override {
        return within([&] { return api_.elapsed(&milliseconds, native(from), native(to)); });
    }

    Code wait_for(StreamHandle stream, EventHandle event) override {
        return within([&] { return api_.stream_wait(native(stream), native(event), 0); });
    }

    Code can_access(int number, int other, bool& can) override {
        can = false;
        Device from = 0, to = 0;
        int answer = 0;
        Code error = start();
        if (error == code::success) error = api_.device(&from, number);
        if (error == code::success) error = api_.device(&to, other);
        if (error == code::success) error = api_.can_access(&answer, from, to);
        can = answer != 0;
        return error;
    }
    Code allow_access(int other) override {
        Context context = nullptr;
        if (const Code error = context_of(other, context); error != code::success) return error;
        const Code error = within([&] { return api_.allow_access(context, 0); });
        return error == peer_access_already ? code::success : error;
    }
    Code copy_between(void* target, int target_device, const void* source, int source_device, uint64_t bytes,
                      StreamHandle stream) override {
        if (bytes == 0) return code::success;
        Context to = nullptr, from = nullptr;
        if (const Code error = context_of(target_device, to); error != code::success) return error;
        if (const Code error = context_of(source_device, from); error != code::success) return error;
        return within(
            [&] { return api_.copy_between(address(target), to, address(source), from, bytes, native(stream)); });
    }

    Code fill(void* device, uint8_t value, uint64_t bytes, StreamHandle stream) override {
        if (bytes == 0) return code::success;
        return within([&] { return api_.fill(address(device), value, bytes, native(stream)); });
    }
    Code copy_to_device(void* device, const void* host, uint64_t bytes, StreamHandle stream) override {
        if (bytes == 0) return code::success;
        return within([&] { return api_.copy_to_device(address(device), host, bytes, native(stream)); });
    }
    Code copy_to_host(void* host, const void* device, uint64_t bytes, StreamHandle stream) override {
        if (bytes == 0) return code::success;
        return within([&] { return api_.copy_to_host(host, address(device), bytes, native(stream)); });
    }
    Code create_texture(const TextureRows& rows, const TextureSettings& settings, StreamHandle stream,
                        TextureHandle& texture) override;
    Code destroy_texture(const TextureHandle& texture) override {
        return within([&] {
            const Code error = api_.destroy_texture(texture.object);
            const Code freed = api_.destroy_array(static_cast<Array>(texture.array));
            return error != code::success ? error : freed;
        });
    }

    Code copy_on_device(void* target, const void* source, uint64_t bytes, StreamHandle stream) override {
        if (bytes == 0) return code::success;
        return within([&] { return api_.copy_on_device(address(target), address(source), bytes, native(stream)); });
    }

    Code load(const std::string& ptx, LibraryHandle& library) override;
    Code unload(LibraryHandle library) override;
    std::string log(LibraryHandle library) const override {
        const LoadedModule& loaded = owned(library);
        const auto text = [](const auto& log) { return std::string(log.data(), strnlen(log.data(), log.size())); };
        const std::string errors = text(loaded.errors);
        return errors.empty() ? text(loaded.notes) : errors;
    }
    Code find_kernel(LibraryHandle library, const char* name, KernelHandle& kernel) override {
        Function found = nullptr;
        const Code error = within([&] { return api_.function(&found, owned(library).native, name); });
        kernel.value = found;
        return error;
    }
    Code find_symbol(LibraryHandle library, const char* name, void*& memory, uint64_t& bytes) override {
        Address found = 0;
        size_t size = 0;
        const Code error = within([&] { return api_.global(&found, &size, owned(library).native, name); });
        memory = reinterpret_cast<void*>(static_cast<uintptr_t>(found));
        bytes = size;
        return error;
    }
    Code attributes(KernelHandle kernel, KernelAttributes& out) override;
    Code blocks_per_multiprocessor(KernelHandle kernel, uint64_t threads, uint64_t dynamic_shared_bytes,
                                   int& blocks) override {
        return within(
            [&] { return api_.occupancy(&blocks, native(kernel), static_cast<int>(threads), dynamic_shared_bytes); });
    }
    Code launch(KernelHandle kernel, const LaunchConfig& config, void** arguments, StreamHandle stream) override {
        const Dim3 &grid = config.grid, &block = config.block;
        return within([&] {
            return config.cooperative
                       ? api_.launch_cooperative(native(kernel), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                                 config.dynamic_shared_bytes, native(stream), arguments)
                       : api_.launch(native(kernel), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                     config.dynamic_shared_bytes, native(stream), arguments, nullptr);
        });
    }

private:
    [[nodiscard]] Code absent() const { return library_.old ? code::insufficient_driver : code::no_driver; }

    Code start() {
        if (!library_.usable()) return absent();
        std::call_once(started_, [this] { start_code_ = api_.init(0); });
        return start_code_;
    }

    Code context_of(int number, Context& context) {
        const std::lock_guard lock(mutex_);
        if (const auto known = contexts_.find(number); known != contexts_.end()) {
            context = known->second;
            return code::success;
        }
        Device device = 0;
        if (const Code error = api_.device(&device, number); error != code::success) return error;
        const Code error = api_.retain_context(&context, device);
        if (error == code::success) contexts_.emplace(number, context);
        return error;
    }

    /// Makes the context of device 0 current if no context is.
    Code enter() {
        if (const Code error = start(); error != code::success) return error;
        Context present = nullptr;
        if (const Code error = api_.get_context(&present); error != code::success) return error;
        return present != nullptr ? code::success : use_device(0);
    }

    template<class Call>
    Code within(Call call) {
        const Code error = enter();
        return error != code::success ? error : call();
    }

    const Library& library_;
    const Api& api_;
    std::once_flag started_;
    Code start_code_ = code::success;
    std::mutex mutex_;
    std::map<int, Context> contexts_;
};

Code DriverRuntime::create_texture(const TextureRows& rows, const TextureSettings& settings, StreamHandle stream,
                                   TextureHandle& texture) {
    return within([&] { return make_texture(api_, rows, settings, native(stream), texture); });
}

Code DriverRuntime::properties(int number, DeviceProperties& out) {
    const Code error = start();
    return error != code::success ? error : read_properties(api_, number, out);
}

Code DriverRuntime::load(const std::string& ptx, LibraryHandle& library) {
    auto loading = std::make_unique<LoadedModule>();
    std::array options{jit_option::error_log, jit_option::error_log_bytes, jit_option::info_log,
                       jit_option::info_log_bytes, jit_option::line_info};
    std::array<void*, options.size()> values{loading->errors.data(), reinterpret_cast<void*>(loading->errors.size()),
                                             loading->notes.data(), reinterpret_cast<void*>(loading->notes.size()),
                                             reinterpret_cast<void*>(1)};
    Code error = enter();
    if (error == code::success) error = api_.get_context(&loading->context);
    if (error == code::success)
        error = api_.load_module(&loading->native, ptx.c_str(), static_cast<unsigned>(options.size()), options.data(),
                                 values.data());
    if (error != code::success) loading->native = nullptr;
    library.value = loading.release();
    return error;
}

Code DriverRuntime::unload(LibraryHandle library) {
    const std::unique_ptr<LoadedModule> ending(&owned(library));
    if (ending->native == nullptr) return code::success;
    // The context of another GPU may be current.
    if (const Code error = api_.push_context(ending->context); error != code::success) return error;
    const Code error = api_.unload_module(ending->native);
    Context popped = nullptr;
    const Code back = api_.pop_context(&popped);
    return error != code::success ? error : back;
}

Code DriverRuntime::attributes(KernelHandle kernel, KernelAttributes& out) {
    Code failure = enter();
    const auto ask = [&](int what) {
        int value = 0;
        if (failure == code::success) failure = api_.function_attribute(&value, what, native(kernel));
        return value;
    };
    out.registers = ask(function_attribute::registers);
    out.max_threads_per_block = ask(function_attribute::max_threads_per_block);
    out.shared_bytes = static_cast<uint64_t>(ask(function_attribute::shared_bytes));
    out.local_bytes = static_cast<uint64_t>(ask(function_attribute::local_bytes));
    return failure;
}

} // namespace

std::unique_ptr<Runtime> make_runtime(const Library& library) { return std::make_unique<DriverRuntime>(library); }

} // namespace warpscope::gpu::driver

namespace warpscope::gpu {

Runtime& system_runtime() {
    // never destroyed, because static objects may use it later
    static Runtime& runtime = *driver::make_runtime(driver::system_library()).release();
    return runtime;
}

} // namespace warpscope::gpu

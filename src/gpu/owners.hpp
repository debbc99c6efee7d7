// Move-only owners of CUDA objects. Their runtime must outlive them.
#pragma once

#include <memory>
#include <utility>

#include "gpu/error.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

template<Code (Runtime::*Allocate)(uint64_t, void*&), Code (Runtime::*Release)(void*)>
class Memory {
public:
    Memory() = default;
    /// Allocates undefined memory. Empty buffers have an address too.
    [[nodiscard]] static Result<Memory> create(Runtime& runtime, uint64_t bytes) {
        Memory memory;
        const Code error = (runtime.*Allocate)(bytes == 0 ? 1 : bytes, memory.address_);
        if (error != code::success)
            return tl::unexpected(explain(runtime, error, msg("reserving memory for a buffer")));
        memory.runtime_ = &runtime;
        memory.bytes_ = bytes;
        return memory;
    }
    Memory(Memory&& other) noexcept
        : runtime_(other.runtime_)
        , address_(std::exchange(other.address_, nullptr))
        , bytes_(std::exchange(other.bytes_, 0)) {}
    Memory& operator=(Memory&& other) noexcept {
        std::swap(runtime_, other.runtime_);
        std::swap(address_, other.address_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() {
        if (address_) (runtime_->*Release)(address_);
    }

    [[nodiscard]] void* address() const { return address_; }
    [[nodiscard]] uint64_t bytes() const { return bytes_; }
    [[nodiscard]] explicit operator bool() const { return address_ != nullptr; }

private:
    Runtime* runtime_ = nullptr;
    void* address_ = nullptr;
    uint64_t bytes_ = 0;
};

using DeviceBuffer = Memory<&Runtime::allocate, &Runtime::release>;
using PinnedBuffer = Memory<&Runtime::allocate_pinned, &Runtime::release_pinned>;

template<class Handle, Code (Runtime::*Create)(Handle&)>
class Owned {
public:
    Owned() = default;
    [[nodiscard]] static Result<Owned> create(Runtime& runtime) {
        Owned owned;
        if (const Code error = (runtime.*Create)(owned.handle_); error != code::success)
            return tl::unexpected(explain(runtime, error, msg("preparing the GPU")));
        owned.runtime_ = &runtime;
        return owned;
    }
    Owned(Owned&& other) noexcept
        : runtime_(std::exchange(other.runtime_, nullptr))
        , handle_(other.handle_) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(runtime_, other.runtime_);
        std::swap(handle_, other.handle_);
        return *this;
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (runtime_) runtime_->destroy(handle_);
    }

    [[nodiscard]] Handle handle() const { return handle_; }
    [[nodiscard]] explicit operator bool() const { return runtime_ != nullptr; }

private:
    Runtime* runtime_ = nullptr;
    Handle handle_;
};

using Stream = Owned<StreamHandle, &Runtime::create_stream>;
using Event = Owned<EventHandle, &Runtime::create_event>;

} // namespace warpscope::gpu

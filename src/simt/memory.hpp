// Global memory of the emulated device: allocations with exact bounds at reproducible virtual addresses.
//
// Addresses do not depend on the host, so reports and findings are the same on every machine. Allocations are aligned
// to 256 bytes like those of cudaMalloc and separated by unmapped guards. For programs that run their own host code,
// at_host_addresses() makes memory with the same addresses on host and device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "simt/texture.hpp"

namespace warpscope::simt {

struct Allocation {
    std::string name;
    uint64_t begin = 0; // virtual address
    uint64_t bytes = 0;
    bool read_only = false;   // constant memory
    uint64_t freed_bytes = 0; // size before release

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
};

class GlobalMemory {
public:
    GlobalMemory();
    ~GlobalMemory();
    GlobalMemory(GlobalMemory&&) noexcept;
    GlobalMemory& operator=(GlobalMemory&&) noexcept;

    /// Makes memory at host addresses. The host cannot access it except where set_host_access() allows it. Allocations
    /// begin at page boundaries.
    [[nodiscard]] static Result<GlobalMemory> at_host_addresses();
    /// All addresses are in [base(), base() + address_space()).
    [[nodiscard]] uint64_t base() const;
    [[nodiscard]] uint64_t address_space() const;

    /// Reserves `bytes` (0 is allowed) and returns the allocation's index. The contents are undefined_byte and count as
    /// uninitialized until written or uploaded. Fails if the host is out of memory.
    [[nodiscard]] Result<uint32_t> allocate(std::string name, uint64_t bytes);

    /// Marks constant memory: kernels must not write it, uploads may.
    void set_read_only(uint32_t allocation);

    /// Copies from the host and marks the bytes as initialized.
    void upload(uint32_t allocation, uint64_t offset, std::span<const std::byte> bytes);
    /// Sets a whole allocation to immutable contents such as a Bytes. Page-aligned contents are shared until the kernel
    /// writes to them, because inputs are large.
    void upload_shared(uint32_t allocation, std::span<const std::byte> bytes);
    void download(uint32_t allocation, uint64_t offset, std::span<std::byte> bytes) const;

    /// Returns the memory of unneeded contents to the host. They read as undefined_byte from now on.
    void discard(uint32_t allocation);

    /// Releases an allocation. Its index and addresses are not reused for a while, so that use after free is detected.
    void release(uint32_t allocation);
    /// Sets whether the host may access an allocation of memory at host addresses.
    void set_host_access(uint32_t allocation, bool allowed);

    [[nodiscard]] const std::vector<Allocation>& allocations() const;
    /// Returns the allocation that holds `address`.
    [[nodiscard]] std::optional<uint32_t> find(uint64_t address) const;
    /// Returns the allocation nearest to a bad address, for messages such as "4 bytes past the end of 'out'".
    [[nodiscard]] std::optional<uint32_t> nearest(uint64_t address) const;

    /// Returns the host pointer for a virtual address. Valid throughout its allocation.
    [[nodiscard]] std::byte* host(uint64_t address);
    [[nodiscard]] const std::byte* host(uint64_t address) const;

    /// Makes host memory accessible to kernels at its own address, backed by `allocation` (its twin). The twin is
    /// filled from the host at the first access that no launch was prepared for.
    void add_alias(uint64_t host_begin, uint32_t allocation);
    void remove_alias(uint64_t host_begin);
    /// Marks the twin as filled, so that it is not copied again.
    void set_alias_filled(uint64_t host_begin);
    [[nodiscard]] bool is_alias_filled(uint64_t host_begin) const;
    /// Returns the twin's address for `bytes` at a host address, or nullopt if there is no alias. Thread-safe.
    [[nodiscard]] std::optional<uint64_t> reach_alias(uint64_t address, uint64_t bytes);

    /// Returns the texture objects of the device.
    [[nodiscard]] TextureTable& textures();
    [[nodiscard]] const TextureTable& textures() const;

    /// Returns an independent copy. All-zero pages take no space in it.
    [[nodiscard]] Result<GlobalMemory> fork() const;

private:
    struct Impl;
    explicit GlobalMemory(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::simt

// Global memory of the emulated device: allocations at reproducible virtual addresses, bounds known to the byte.
//
// Addresses do not depend on the host, so reports and findings are the same on every machine. Allocations are aligned
// to 256 bytes as cudaMalloc's are, with an unmapped guard between them. For programs that run with host code of their
// own, at_host_addresses() makes memory that lies at the same addresses for the host, too.
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
    bool read_only = false;   // constants
    uint64_t freed_bytes = 0; // that it had, once it has been released

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
};

class GlobalMemory {
public:
    GlobalMemory();
    ~GlobalMemory();
    GlobalMemory(GlobalMemory&&) noexcept;
    GlobalMemory& operator=(GlobalMemory&&) noexcept;

    /// Memory whose addresses are the host's, where the host may not touch it but where set_host_access() lets it.
    /// Allocations begin with a page.
    [[nodiscard]] static Result<GlobalMemory> at_host_addresses();
    /// All addresses lie in [base(), base() + address_space()).
    [[nodiscard]] uint64_t base() const;
    [[nodiscard]] uint64_t address_space() const;

    /// Reserves `bytes` (0 allowed) and returns the allocation's index. Contents are undefined_byte and count as
    /// uninitialised until written or uploaded. Fails when the host has no memory for it.
    [[nodiscard]] Result<uint32_t> allocate(std::string name, uint64_t bytes);

    /// Marks a constant: kernels may not write it, uploads still may.
    void set_read_only(uint32_t allocation);

    /// Copies from the host; marks the bytes as initialised.
    void upload(uint32_t allocation, uint64_t offset, std::span<const std::byte> bytes);
    /// The same for all of an allocation and contents that do not change any more, such as a Bytes. Where those have
    /// pages of their own they are shared, until the kernel writes to them: a kernel's inputs are large.
    void upload_shared(uint32_t allocation, std::span<const std::byte> bytes);
    void download(uint32_t allocation, uint64_t offset, std::span<std::byte> bytes) const;

    /// Gives the memory of an allocation back whose contents are not needed any more. They are undefined_byte from now
    /// on.
    void discard(uint32_t allocation);

    /// Gives an allocation back, which is empty from now on. Its addresses are kept from others for a while, so that
    /// late users are found; then its index and addresses may be given away again.
    void release(uint32_t allocation);
    /// Of memory at the host's addresses: whether the host may read and write it there.
    void set_host_access(uint32_t allocation, bool allowed);

    [[nodiscard]] const std::vector<Allocation>& allocations() const;
    /// The allocation that holds `address`, or nullopt.
    [[nodiscard]] std::optional<uint32_t> find(uint64_t address) const;
    /// The allocation nearest to a bad address, for messages such as "4 bytes past the end of 'out'".
    [[nodiscard]] std::optional<uint32_t> nearest(uint64_t address) const;

    /// Host pointer to the byte at virtual `address`; valid for the whole allocation it lies in.
    [[nodiscard]] std::byte* host(uint64_t address);
    [[nodiscard]] const std::byte* host(uint64_t address) const;

    /// Lets kernels use memory of the host's by its own address: they get the same place in `allocation`, its twin. The
    /// first access that no launch was prepared for copies the host's contents there.
    void add_alias(uint64_t host_begin, uint32_t allocation);
    void remove_alias(uint64_t host_begin);
    /// The twin holds the host's contents already, and is not to be filled again.
    void set_alias_filled(uint64_t host_begin);
    [[nodiscard]] bool is_alias_filled(uint64_t host_begin) const;
    /// Returns the twin's address of `bytes` at an address of the host's; nothing where there is no such memory. May be
    /// called by several threads.
    [[nodiscard]] std::optional<uint64_t> reach_alias(uint64_t address, uint64_t bytes);

    /// The texture objects that kernels may be given.
    [[nodiscard]] TextureTable& textures();
    [[nodiscard]] const TextureTable& textures() const;

    /// An independent copy of the present state. Pages that hold nothing but zeros take no space in it.
    [[nodiscard]] Result<GlobalMemory> fork() const;

private:
    struct Impl;
    explicit GlobalMemory(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::simt

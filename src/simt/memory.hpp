// Global memory of the emulated device: allocations with exact bounds at reproducible virtual addresses.
//
// Allocations are aligned to 256 bytes like cudaMalloc's, with unmapped guards between. at_host_addresses() makes
// memory at equal host and device addresses, for programs with host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "simt/texture.hpp"

namespace warpscope::simt {

inline constexpr const char* grid_workspace_name = "the workspace of the grid's barrier";

struct Allocation {
    std::string name;
    uint64_t begin = 0;
    uint64_t bytes = 0;
    bool read_only = false;
    uint64_t freed_bytes = 0; // size before release(); 0 while allocated

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
};

class GlobalMemory {
public:
    GlobalMemory();
    ~GlobalMemory();
    GlobalMemory(GlobalMemory&&) noexcept;
    GlobalMemory& operator=(GlobalMemory&&) noexcept;

    /// Aligns allocations to pages, for set_host_access().
    [[nodiscard]] static Result<GlobalMemory> at_host_addresses();
    [[nodiscard]] uint64_t base() const;
    [[nodiscard]] uint64_t address_space() const;

    /// Returns the allocation's index. Contents are undefined_byte until written. `bytes` may be 0.
    [[nodiscard]] Result<uint32_t> allocate(std::string name, uint64_t bytes);

    void set_read_only(uint32_t allocation);

    void upload(uint32_t allocation, uint64_t offset, std::span<const std::byte> bytes);
    /// Sets the contents. The caller must not change `bytes` later, because page-aligned bytes are mapped
    /// copy-on-write.
    void upload_shared(uint32_t allocation, std::span<const std::byte> bytes);
    void download(uint32_t allocation, uint64_t offset, std::span<std::byte> bytes) const;

    /// Frees contents, which then read as undefined_byte.
    void discard(uint32_t allocation);

    /// Frees the allocation. Delays the reuse of index and addresses, to detect use after free.
    void release(uint32_t allocation);
    /// Requires memory at host addresses.
    void set_host_access(uint32_t allocation, bool allowed);
    /// Returns pages that the host or a kernel has accessed, as ascending ranges of offsets.
    [[nodiscard]] std::vector<std::pair<uint64_t, uint64_t>> accessed_pages(uint32_t allocation) const;

    [[nodiscard]] const std::vector<Allocation>& allocations() const;
    [[nodiscard]] std::optional<uint32_t> find(uint64_t address) const;
    [[nodiscard]] std::optional<uint32_t> nearest(uint64_t address) const;

    /// Returns a host pointer, valid up to the allocation's end and until the next allocate().
    [[nodiscard]] std::byte* host(uint64_t address);
    [[nodiscard]] const std::byte* host(uint64_t address) const;

    /// Makes `allocation` the twin (device copy) of host memory. reach_alias() fills it, unless set_alias_filled() was
    /// called.
    void add_alias(uint64_t host_begin, uint32_t allocation);
    void remove_alias(uint64_t host_begin);
    void set_alias_filled(uint64_t host_begin);
    [[nodiscard]] bool is_alias_filled(uint64_t host_begin) const;
    /// Returns the twin's address, if any, and fills the twin if necessary. Thread-safe.
    [[nodiscard]] std::optional<uint64_t> reach_alias(uint64_t address, uint64_t bytes);

    [[nodiscard]] TextureTable& textures();
    [[nodiscard]] const TextureTable& textures() const;

    /// Returns a copy. All-zero pages take no space.
    [[nodiscard]] Result<GlobalMemory> fork() const;
    /// Copies memory at host addresses page by page, when the copy is written. Until then, a page of the copy follows
    /// changes of the original. Copies other memory like fork().
    [[nodiscard]] Result<GlobalMemory> fork_on_write() const;

private:
    struct Impl;
    [[nodiscard]] Result<GlobalMemory> fork_empty() const;
    explicit GlobalMemory(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Contents of all allocations. All-zero pages take no space.
class SavedMemory {
public:
    explicit SavedMemory(const GlobalMemory& memory);
    /// Requires that `memory` has allocations of the saved sizes, in the saved order.
    void restore(GlobalMemory& memory) const;
    [[nodiscard]] std::vector<std::byte> contents(uint32_t allocation) const;

private:
    struct Run {
        uint64_t offset = 0; // in the allocation
        std::vector<std::byte> bytes;
    };
    struct Saved {
        uint64_t bytes = 0;
        std::vector<Run> runs;
    };
    std::vector<Saved> saved_; // by allocation
};

} // namespace warpscope::simt

// Memory of the host's that a program has registered (cudaHostRegister), which kernels may use by its own address. The
// emulator's memory lies elsewhere, so it has a twin there: kernels are given the twin's address, and contents go there
// before a kernel and back behind it. An address of the host's that a kernel has found in device memory leads to the
// twin, too (simt::GlobalMemory::reach_alias()). Private to src/runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "runtime/abi.hpp"
#include "runtime/allocations.hpp"

namespace warpscope::runtime {

struct Kernel;

class RegisteredMemory {
public:
    [[nodiscard]] bool overlaps(uint64_t begin, uint64_t bytes) const;
    void add(uint64_t begin, const Allocated& twin, simt::GlobalMemory& memory);
    /// The twin of what begins at `begin`, which it has no more; 0 where there is none.
    [[nodiscard]] uint64_t remove(uint64_t begin, simt::GlobalMemory& memory);
    void clear(simt::GlobalMemory& memory);

    /// The twin's address of registered memory, which kernels are taken to use from now on; 0 for any other.
    [[nodiscard]] uint64_t address_for_kernels(uint64_t host);
    /// That of the host's memory whose twin an address is in; the address itself for any other.
    [[nodiscard]] uint64_t address_for_host(uint64_t address) const;
    [[nodiscard]] bool holds(uint64_t host) const { return find(host) != nullptr; }

    /// Replaces the addresses of registered memory among a kernel's parameters.
    void replace_in(const Kernel& kernel, std::span<std::byte> parameters);
    void before_kernel(simt::GlobalMemory& memory) const;
    void after_kernel(simt::GlobalMemory& memory);

private:
    struct Range {
        uint64_t begin = 0, bytes = 0, twin = 0;
        bool for_kernels = false; // only registered for faster copies, unless a kernel is given its address
    };
    [[nodiscard]] const Range* find(uint64_t host) const;

    std::map<uint64_t, Range> all_; // by begin
};

} // namespace warpscope::runtime

// Host memory registered by cudaHostRegister, which kernels access by its own address. The emulator's memory has a twin
// of it: parameters are replaced by the twin's addresses, and contents are copied before and after a kernel. Host
// addresses found in device memory also lead to the twin (simt::GlobalMemory::reach_alias()).
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
    /// Returns the twin of the memory at `begin` and forgets it; 0 if there is none.
    [[nodiscard]] uint64_t remove(uint64_t begin, simt::GlobalMemory& memory);
    void clear(simt::GlobalMemory& memory);

    /// Returns the twin's address, or 0, and marks the memory as used by kernels.
    [[nodiscard]] uint64_t address_for_kernels(uint64_t host);
    /// Translates a twin's address back to the host address; returns others unchanged.
    [[nodiscard]] uint64_t address_for_host(uint64_t address) const;
    [[nodiscard]] bool holds(uint64_t host) const { return find(host) != nullptr; }

    /// Replaces registered addresses in kernel parameters.
    void replace_in(const Kernel& kernel, std::span<std::byte> parameters);
    void before_kernel(simt::GlobalMemory& memory) const;
    void after_kernel(simt::GlobalMemory& memory);

private:
    struct Range {
        uint64_t begin = 0, bytes = 0, twin = 0;
        bool for_kernels = false; // until then only registered for faster copies
    };
    [[nodiscard]] const Range* find(uint64_t host) const;

    std::map<uint64_t, Range> all_; // by begin
};

} // namespace warpscope::runtime

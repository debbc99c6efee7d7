// Host memory registered with cudaHostRegister() has a device alias. Kernels get the alias's address; contents are
// copied before and after kernels. Host addresses in kernels also reach the alias (simt::GlobalMemory::reach_alias()).
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
    [[nodiscard]] uint64_t remove(uint64_t begin, simt::GlobalMemory& memory);
    void clear(simt::GlobalMemory& memory);

    /// Returns the alias and marks it as used by kernels. Returns 0 without an alias.
    [[nodiscard]] uint64_t address_for_kernels(uint64_t host);
    /// Translates an alias to its host address; returns other addresses unchanged.
    [[nodiscard]] uint64_t address_for_host(uint64_t address) const;
    [[nodiscard]] bool holds(uint64_t host) const { return find(host) != nullptr; }

    void replace_in(const Kernel& kernel, std::span<std::byte> parameters);
    void before_kernel(simt::GlobalMemory& memory) const;
    void after_kernel(simt::GlobalMemory& memory);

private:
    struct Range {
        uint64_t begin = 0, bytes = 0, twin = 0;
        bool for_kernels = false; // false: registered only for faster copies
    };
    [[nodiscard]] const Range* find(uint64_t host) const;

    std::map<uint64_t, Range> all_;
};

} // namespace warpscope::runtime

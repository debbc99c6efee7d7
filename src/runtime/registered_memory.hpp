// Host memory registered with cudaHostRegister(). Each range has a device alias in the emulator's memory: kernels get
// its address as parameter, and contents are copied before and after kernels. Host addresses in device memory also lead
// to the alias (simt::GlobalMemory::reach_alias()).
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

    /// Returns the alias or 0; marks it as used by kernels.
    [[nodiscard]] uint64_t address_for_kernels(uint64_t host);
    /// Translates alias addresses; returns others unchanged.
    [[nodiscard]] uint64_t address_for_host(uint64_t address) const;
    [[nodiscard]] bool holds(uint64_t host) const { return find(host) != nullptr; }

    void replace_in(const Kernel& kernel, std::span<std::byte> parameters);
    void before_kernel(simt::GlobalMemory& memory) const;
    void after_kernel(simt::GlobalMemory& memory);

private:
    struct Range {
        uint64_t begin = 0, bytes = 0, twin = 0;
        bool for_kernels = false; // false: only for faster copies
    };
    [[nodiscard]] const Range* find(uint64_t host) const;

    std::map<uint64_t, Range> all_;
};

} // namespace warpscope::runtime

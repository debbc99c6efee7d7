// Reports host accesses to memory that a kernel or asynchronous copy might still use. Protects the memory until the
// host waits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/allocations.hpp"
#include "runtime/host_flags.hpp"
#include "runtime/stream.hpp"

namespace warpscope::runtime {

class Unfinished {
public:
    explicit Unfinished(bool active)
        : active_(active) {}

    /// Copies host-accessible memory that the kernel's `parameters` point to, and managed variables.
    void watch_before_launch(std::span<const std::byte> parameters, const Allocations& allocations);
    [[nodiscard]] bool watches_launch() const { return !before_.empty(); }
    struct Flags {
        WrittenFlags written;
        bool releases = false; // as in FlagWrites
    };
    /// Protects the memory that the kernel changed.
    void protect_after_launch(const Stream& stream, const std::string& kernel, const Allocations& allocations,
                              Flags flags);
    void note_copy(const Stream& stream, const char* call, uint64_t begin, uint64_t bytes, bool written);

    void settle(const Order& known);
    void forget(uint64_t begin, uint64_t end);

    struct Fault {
        Message what; // "the kernel add() writes it"
        bool is_write = false;
    };
    /// Unprotects the accessed page. Returns nullopt if it was not protected. `Fault::what` is empty if the access is
    /// allowed: the host may read flags and change them atomically.
    [[nodiscard]] std::optional<Fault> take_fault(uint64_t address, bool is_write, bool is_atomic);

private:
    struct Range {
        uint64_t begin = 0, end = 0;
        bool written = false; // false: the device only reads, so the host may read as well
        uint32_t stream = 0;
        uint64_t work = 0;
        Message what;
        std::shared_ptr<const Flags> flags = nullptr;
    };
    struct Copy {
        uint64_t begin = 0, bytes = 0;
        uint64_t offset = 0; // in copied_
    };
    void add(Range range);
    void drop(const std::vector<Range>& gone);
    void protect_again(const std::vector<Range>& pages) const;

    bool active_ = false;
    std::vector<Range> ranges_;
    std::vector<Copy> before_;
    std::vector<std::byte> copied_; // kept, because new memory costs more than copying
};

} // namespace warpscope::runtime

// Protects host memory that a real device might still use: written by a kernel or used by an asynchronous copy, before
// the host waits. Accesses are reported.
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
    /// `active`: findings are recorded.
    explicit Unfinished(bool active)
        : active_(active) {}

    /// Copies memory that a kernel gets. Call before the kernel. `parameters`: in the kernel's layout.
    void note_before(std::span<const std::byte> parameters, const Allocations& allocations);
    /// Returns whether memory was copied for the launch.
    [[nodiscard]] bool watches_launch() const { return !before_.empty(); }
    /// Flags that a kernel has set for the host.
    struct Flags {
        WrittenFlags written;
        bool releases = false; // earlier writes are visible with them
    };
    /// Protects what the kernel changed.
    void note_after(const Stream& stream, const std::string& kernel, const Allocations& allocations, Flags flags);
    /// Protects memory of an asynchronous copy. `written`: its destination.
    void note_copy(const Stream& stream, const char* call, uint64_t begin, uint64_t bytes, bool written);

    /// Unprotects finished work.
    void settle(const Order& known);
    /// Unprotects freed memory.
    void forget(uint64_t begin, uint64_t end);

    struct Fault {
        Message what; // "the kernel add() writes it"
        bool is_write = false;
    };
    /// Explains an access and unprotects the page. Permits the host to read flags, and to change them atomically.
    [[nodiscard]] std::optional<Fault> take_fault(uint64_t address, bool is_write, bool is_atomic);

private:
    struct Range {
        uint64_t begin = 0, end = 0;
        bool written = false; // false: read, so the host may also read
        uint32_t stream = 0;
        uint64_t work = 0; // work in that stream
        Message what;
        std::shared_ptr<const Flags> flags = nullptr;
    };
    struct Copy {
        uint64_t begin = 0;
        std::vector<std::byte> bytes;
    };
    void add(Range range);
    void drop(const std::vector<Range>& gone);
    void protect_again(const std::vector<Range>& pages) const;

    bool active_ = false;
    std::vector<Range> ranges_;
    std::vector<Copy> before_; // contents before the running kernel
};

} // namespace warpscope::runtime

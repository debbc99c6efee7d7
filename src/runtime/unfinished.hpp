// Host memory that the device would still be busy with: what a kernel has written, or an asynchronous copy writes or
// reads, until the host has waited for it. There the work is done already, so the host is kept from that memory, and an
// access is a finding. Private to src/runtime.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/allocations.hpp"
#include "runtime/stream.hpp"

namespace warpscope::runtime {

class Unfinished {
public:
    /// Nothing is kept from the host unless findings are told.
    explicit Unfinished(bool active)
        : active_(active) {}

    /// Before a kernel runs: what it is given that the host may use, too. `parameters`: as the kernel takes them.
    void note_before(std::span<const std::byte> parameters, const Allocations& allocations);
    /// It has run: what it has changed of that.
    void note_after(const Stream& stream, const std::string& kernel, const Allocations& allocations);
    /// An asynchronous copy: `written`: to this memory, else from it.
    void note_copy(const Stream& stream, const char* call, uint64_t begin, uint64_t bytes, bool written);

    /// Lets go of what has ended by what the host knows.
    void settle(const Order& known);
    /// Lets go of memory that is freed.
    void forget(uint64_t begin, uint64_t end);

    struct Fault {
        std::string what; // "the kernel add() writes it"
        bool is_write = false;
    };
    /// Of an access of the host's that was stopped: why. The page can be used again afterwards in any case.
    [[nodiscard]] std::optional<Fault> take_fault(uint64_t address, bool is_write);

private:
    struct Range {
        uint64_t begin = 0, end = 0;
        bool written = false; // else read: the host may read it, too
        uint32_t stream = 0;
        uint64_t work = 0; // of that stream
        std::string what;
    };
    struct Copy {
        uint64_t begin = 0;
        std::vector<std::byte> bytes;
    };
    void add(Range range);
    void drop(const std::vector<Range>& gone);
    /// Of the pages of these: what is left in them.
    void protect_again(const std::vector<Range>& pages) const;

    bool active_ = false;
    std::vector<Range> ranges_;
    std::vector<Copy> before_; // of the kernel that runs
};

} // namespace warpscope::runtime

// Reports host reads of managed memory that nothing has written. Protects pages with unwritten bytes while the host
// runs, and judges an access when it faults.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "runtime/allocations.hpp"

namespace warpscope::runtime {

class UnwrittenReads {
public:
    /// Allows all accesses. Call before a launch.
    void open();
    /// Protects pages with unwritten bytes. Call after a launch.
    void protect(Allocations& allocations);
    /// Call after other code may have allowed accesses.
    void protect_again();
    /// Call before the memory is freed.
    void forget(uint64_t begin, uint64_t end);

    struct Fault {
        bool is_unwritten = false; // to be reported
        bool steps = false;        // the page must be protected again after this instruction
    };
    /// Allows the access. Returns nullopt if the page was never protected. `by_program`: false in libraries, which may
    /// read more than they use.
    [[nodiscard]] std::optional<Fault> take_fault(uint64_t address, bool is_write, bool by_program,
                                                  Allocations& allocations);
    /// Allows all accesses to the page from now on. Returns false if it was never protected.
    bool give_up(uint64_t address);
    /// Returns false if this thread was not executing a single instruction.
    bool end_step();

    /// Allows accesses by the operating system, which fails where a program would fault.
    static void open_for_system(const void* memory, uint64_t bytes);

private:
    struct Run {
        uint64_t begin = 0, end = 0; // whole pages
    };
    struct Watch {
        int protections = 0;
        uint64_t reported_end = 0; // end of the allocation, if a read has been reported
    };
    class Guard;

    [[nodiscard]] bool is_protected(uint64_t page) const;
    /// Also true for pages that another thread's fault has opened just now.
    [[nodiscard]] bool was_protected(uint64_t page) const;
    void remove(uint64_t begin, uint64_t end);
    void keep_open(uint64_t page);
    void add_pages(const Allocated& in, metrics::WrittenBytes& written);
    [[nodiscard]] bool begin_step(uint64_t page);

    std::atomic_flag busy_;
    std::vector<Run> runs_;                    // by address
    std::atomic<uint64_t> first_{0}, last_{0}; // address range of all runs
    std::set<uint64_t> given_up_;              // pages
    std::map<uint64_t, Watch> watches_;        // by address of the allocation
    std::optional<std::thread::id> launcher_;
    bool is_off_ = false;
    bool is_open_ = true;

    std::atomic<std::thread::id> stepping_{};
    uint64_t step_page_ = 0;
    std::array<std::byte, host_page> before_step_{};
    int steps_left_ = 50'000;
};

} // namespace warpscope::runtime

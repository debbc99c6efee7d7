// The device memory of a program: what it has allocated, where and how. Private to src/runtime.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "metrics/cells/written_bytes.hpp"
#include "runtime/abi.hpp"
#include "runtime/record/recorder.hpp"
#include "simt/memory.hpp"

namespace warpscope::runtime {

enum class MemoryKind : uint8_t {
    device,
    managed,
    pinned,
    registered, // the twin of memory of the host's
    variable
};

struct Allocated {
    uint32_t index = 0;  // in the device's memory
    uint32_t number = 0; // counted over the program's run, from 1
    uint64_t begin = 0, bytes = 0;
    MemoryKind kind{};
    Frames frames;             // of the call that made it
    bool has_contents = false; // something may have been written there
    bool free_tried = false;   // by a call that failed with the error of a kernel
    uint64_t row_bytes = 0;    // that cudaMallocPitch() or cudaMalloc3D() was asked for; 0: no rows
    uint64_t pitch = 0;        // bytes from one row to the next, likewise

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
    /// Returns whether the host may use the pointer, too.
    [[nodiscard]] bool for_host() const { return kind == MemoryKind::managed || kind == MemoryKind::pinned; }
};

class Allocations {
public:
    /// `checked`: keep track of which bytes have been written.
    explicit Allocations(bool checked);

    [[nodiscard]] const std::shared_ptr<simt::GlobalMemory>& memory() const { return memory_; }
    [[nodiscard]] const std::shared_ptr<metrics::WrittenBytes>& written() const { return written_; }

    /// nullptr when that is more than there is.
    [[nodiscard]] const Allocated* allocate(uint64_t bytes, MemoryKind kind, Frames frames);
    /// What begins at `address` has rows of `row_bytes`, so many bytes apart.
    void set_rows(uint64_t address, uint64_t row_bytes, uint64_t pitch);
    /// A variable of a module, which is never freed.
    void add_variable(uint32_t index, bool managed);
    /// What begins at `address` is given back.
    void release(uint64_t address);

    /// What begins at `address` cannot be given back any more, but the program has asked for it.
    void note_free_tried(const void* address);

    /// Returns whether an address lies where device memory may lie.
    [[nodiscard]] bool covers(uint64_t address) const { return address - memory_->base() < memory_->address_space(); }
    [[nodiscard]] const Allocated* find(uint64_t address) const;
    /// What was freed last of those that held `address`.
    [[nodiscard]] const Allocated* freed(uint64_t address) const;
    [[nodiscard]] const std::map<uint64_t, Allocated>& live() const { return live_; }
    [[nodiscard]] std::string name_of(const Allocated& allocated) const;

    /// How many there are that the host may use, too; and where those are that are managed variables.
    [[nodiscard]] size_t for_host() const { return for_host_; }
    [[nodiscard]] const std::vector<uint64_t>& managed_variables() const { return managed_variables_; }

    [[nodiscard]] uint64_t bytes_in_use() const { return in_use_; }
    [[nodiscard]] uint64_t budget() const { return budget_; }
    /// How often memory was allocated or freed.
    [[nodiscard]] uint64_t changes() const { return changes_; }

    /// Notes that a kernel may have written to what begins at `address`.
    void note_reached(uint64_t address);
    /// Notes that bytes of device memory hold a value now, or those that `from` has.
    void mark_written(uint64_t address, uint64_t bytes);
    void copy_written(uint64_t to, uint64_t from, uint64_t bytes);

private:
    void note_contents(uint64_t address);

    std::shared_ptr<simt::GlobalMemory> memory_;
    std::shared_ptr<metrics::WrittenBytes> written_;
    std::map<uint64_t, Allocated> live_, freed_; // by address
    uint64_t in_use_ = 0, budget_ = 0, changes_ = 0;
    uint32_t made_ = 0;
    size_t for_host_ = 0;
    std::vector<uint64_t> managed_variables_;
};

} // namespace warpscope::runtime

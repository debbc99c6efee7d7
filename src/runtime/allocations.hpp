#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
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
    registered, // device alias of registered host memory
    variable
};

/// Bytes of a protectable page
constexpr uint64_t host_page = 4096;

struct Writer {
    std::string kernel;  // name with parameters, or ""
    std::string element; // type that the kernel's parameter points to, or ""
};

struct Allocated {
    uint32_t index = 0;
    uint32_t number = 0; // from 1
    uint64_t begin = 0, bytes = 0;
    MemoryKind kind{};
    Frames frames;             // call stack of the allocation
    bool has_contents = false; // may have been written
    bool free_tried = false;   // a kernel's error prevented freeing, so the memory is not a leak
    uint64_t row_bytes = 0;    // set by cudaMallocPitch() and cudaMalloc3D()
    uint64_t pitch = 0;
    Writer writer{};                                       // last kernel that may have written; known only with checks
    std::vector<std::pair<uint64_t, uint64_t>> accessed{}; // pages at the last launch

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
    [[nodiscard]] bool for_host() const { return kind == MemoryKind::managed || kind == MemoryKind::pinned; }
};

class Allocations {
public:
    /// `checked`: tracks written bytes.
    explicit Allocations(bool checked);

    [[nodiscard]] const std::shared_ptr<simt::GlobalMemory>& memory() const { return memory_; }
    [[nodiscard]] const std::shared_ptr<metrics::WrittenBytes>& written() const { return written_; }

    [[nodiscard]] const Allocated* allocate(uint64_t bytes, MemoryKind kind, Frames frames);
    void set_rows(uint64_t address, uint64_t row_bytes, uint64_t pitch);
    /// Variables are never freed.
    void add_variable(uint32_t index, bool managed);
    void release(uint64_t address);
    void track_heap(uint32_t index);

    /// Suppresses the leak report if a kernel's error made freeing fail.
    void note_free_tried(const void* address);

    [[nodiscard]] bool covers(uint64_t address) const { return address - memory_->base() < memory_->address_space(); }
    [[nodiscard]] const Allocated* find(uint64_t address) const;
    [[nodiscard]] const Allocated* freed(uint64_t address) const;
    [[nodiscard]] const std::map<uint64_t, Allocated>& live() const { return live_; }
    [[nodiscard]] std::string name_of(const Allocated& allocated) const;

    [[nodiscard]] size_t for_host() const { return for_host_; }
    [[nodiscard]] const std::vector<uint64_t>& managed_variables() const { return managed_variables_; }

    [[nodiscard]] uint64_t bytes_in_use() const { return in_use_; }
    [[nodiscard]] uint64_t budget() const { return budget_; }
    [[nodiscard]] uint64_t changes() const { return changes_; }

    /// Notes that a kernel may have written the allocation.
    void note_reached(uint64_t address);
    void note_writer(uint64_t address, Writer writer);
    /// Counts accessed managed pages as written. Call it before a launch.
    void note_host_accesses();
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

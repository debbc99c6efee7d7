// Flags and counters in mapped or managed memory, which hosts may read during a kernel.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::runtime {

struct FlagWrites {
    /// Indexed by pc. 1: store or atomic operation that may write a flag. It has system scope, or a system-scope fence
    /// orders it.
    std::vector<uint8_t> by_pc;
    bool any = false;
    bool releases = false; // a host that reads a flag sees earlier writes
};
[[nodiscard]] FlagWrites find_flag_writes(const simt::Program& program);

class WrittenFlags {
public:
    void add(uint64_t address, uint32_t bytes);
    [[nodiscard]] bool covers(uint64_t address) const;
    void merge(const WrittenFlags& other) { bytes_of_.insert(other.bytes_of_.begin(), other.bytes_of_.end()); }

private:
    static constexpr size_t max = 1 << 16;
    std::map<uint64_t, uint32_t> bytes_of_;
};

class FlagObserver final : public simt::Observer {
public:
    explicit FlagObserver(const FlagWrites& writes)
        : writes_(&writes) {}

    [[nodiscard]] uint32_t interests() const override { return simt::wants_global; }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override { return std::make_unique<FlagObserver>(*writes_); }
    void on_memory(const simt::MemoryEvent& event) override;
    void merge(simt::Observer& worker) override { flags_.merge(static_cast<FlagObserver&>(worker).flags_); }
    [[nodiscard]] const WrittenFlags& flags() const { return flags_; }

private:
    const FlagWrites* writes_;
    WrittenFlags flags_;
};

} // namespace warpscope::runtime

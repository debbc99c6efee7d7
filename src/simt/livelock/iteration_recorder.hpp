// What a warp does in a few rounds of a loop, found out without any work in the handlers: an observer is told of every
// access before it happens, and of every basic block. Private to src/simt.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Part of a thread's stack, the same for all lanes of a warp.
struct StackRange {
    uint64_t begin = 0, end = 0;

    bool operator==(const StackRange&) const = default;
};

/// Watches `warp` for as long as it lives.
class RoundWatch final : public Observer {
public:
    /// Up to 16 bytes that a lane has accessed.
    struct Access {
        uint32_t pc = 0;
        AccessKind kind{};
        bool of_stack = false;
        bool changed = false; // by a store or atomic, when the basic block was over
        uint8_t count = 0;    // of bytes
        const std::byte* place = nullptr;
        std::array<std::byte, 16> before{}; // of a store or atomic

        [[nodiscard]] uintptr_t begin() const { return reinterpret_cast<uintptr_t>(place); }
        [[nodiscard]] uintptr_t end() const { return begin() + count; }
    };

    explicit RoundWatch(Warp& warp);
    ~RoundWatch() override;
    RoundWatch(const RoundWatch&) = delete;
    RoundWatch& operator=(const RoundWatch&) = delete;

    /// At the end of a basic block: whether memory that others see, as far as the warp's stores and atomics have been
    /// at it since the last call, is not now what it was.
    [[nodiscard]] bool has_changed_memory();
    /// Forgets accesses and basic blocks.
    void restart();
    /// Since the last restart.
    [[nodiscard]] const std::vector<Access>& accesses() const { return accesses_; }
    /// Ranges of pcs, by the first.
    [[nodiscard]] const std::map<uint32_t, uint32_t>& executed() const { return executed_; }
    /// Where the warp has stored to its stacks since the beginning, of what was in use then: what calls take beyond it
    /// is empty again when they have returned.
    [[nodiscard]] StackRange stack() const { return stack_; }

    [[nodiscard]] uint32_t interests() const override {
        return wants_global | wants_shared | wants_local | wants_steps;
    }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return nullptr; }
    void merge(Observer&) override {}
    void on_memory(const MemoryEvent& event) override;
    void on_step(const StepEvent& event) override { executed_[event.first_pc] = event.end_pc; }

private:
    void note_stack(uint64_t begin, uint64_t end);
    [[nodiscard]] std::vector<Observer*>& listeners(Interest what);

    Warp& warp_;
    const uint32_t hooks_;
    const bool forms_addresses_;
    const Listeners global_, shared_;
    std::vector<Observer*> global_and_this_, shared_and_this_;
    std::vector<Access> accesses_;
    size_t looked_at_ = 0; // of these, by has_changed_memory()
    std::map<uint32_t, uint32_t> executed_;
    const uint64_t stack_in_use_;
    StackRange stack_;
};

/// The bytes of an access as they are now. Other workers may be changing them.
[[nodiscard]] std::array<std::byte, 16> bytes_now(const RoundWatch::Access& access);

} // namespace warpscope::simt

// Observer that records what a warp stores while it goes round a loop. Handlers do no work for it: it is told of every
// access before it happens.
#pragma once

#include <array>
#include <vector>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Part of a thread's stack, the same for all lanes of a warp.
struct StackRange {
    uint64_t begin = 0, end = 0;

    bool operator==(const StackRange&) const = default;
};

/// A place in global or shared memory that a warp reads.
struct Look {
    ptx::Space space = ptx::Space::generic;
    uint64_t address = 0;
    uint32_t bytes = 0; // 0: none

    bool operator==(const Look&) const = default;
};

/// Records the stores of `warp` for as long as it lives, and whether it looks at one place.
class IterationRecorder final : public Observer {
public:
    explicit IterationRecorder(Warp& warp);
    ~IterationRecorder() override;
    IterationRecorder(const IterationRecorder&) = delete;
    IterationRecorder& operator=(const IterationRecorder&) = delete;

    /// At the end of a basic block: returns true if a store or atomic since the last call has changed memory that other
    /// threads see.
    [[nodiscard]] bool take_changes();
    /// Returns where the warp has stored to its stacks, of what was in use when recording began: what calls take beyond
    /// it is empty again when they have returned.
    [[nodiscard]] StackRange stack() const { return stack_; }
    /// Returns the place that the warp has read, in global or shared memory, if it was one and the same each time.
    [[nodiscard]] Look only_look() const { return looks_elsewhere_ ? Look() : look_; }

    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared | wants_local; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return nullptr; }
    void merge(Observer&) override {}
    void on_memory(const MemoryEvent& event) override;

private:
    /// Up to 16 bytes that a lane is about to store to.
    struct Store {
        const std::byte* place = nullptr;
        uint8_t count = 0; // of bytes
        std::array<std::byte, 16> before{};
    };
    /// Returns the bytes as they are now. Other workers may be changing them.
    [[nodiscard]] static std::array<std::byte, 16> bytes_now(const Store& store);
    void note_stack(uint64_t begin, uint64_t end);
    void note_look(const MemoryEvent& event);

    Warp& warp_;
    const uint32_t hooks_;
    const bool forms_addresses_;
    const Listeners global_, shared_;
    std::vector<Observer*> global_and_this_, shared_and_this_;
    std::vector<Observer*>& local_; // the worker's listeners
    std::vector<Store> stores_;     // since take_changes()
    const uint64_t stack_in_use_;
    StackRange stack_;
    Look look_;
    bool looks_elsewhere_ = false;
};

} // namespace warpscope::simt

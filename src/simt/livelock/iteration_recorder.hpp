#pragma once

#include <array>
#include <vector>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

struct StackRange {
    uint64_t begin = 0, end = 0;

    bool operator==(const StackRange&) const = default;
};

struct Poll {
    ptx::Space space = ptx::Space::generic;
    uint64_t address = 0;
    uint32_t bytes = 0;

    bool operator==(const Poll&) const = default;
};

class IterationRecorder final : public Observer {
public:
    explicit IterationRecorder(Warp& warp);
    ~IterationRecorder() override;
    IterationRecorder(const IterationRecorder&) = delete;
    IterationRecorder& operator=(const IterationRecorder&) = delete;

    /// Returns whether memory visible to other threads changed since the last call. Call it at the end of a basic
    /// block.
    [[nodiscard]] bool take_changes();
    /// Returns the written range of the stacks, limited to the part in use at the start.
    [[nodiscard]] StackRange stack() const { return stack_; }
    [[nodiscard]] Poll single_poll() const { return polls_elsewhere_ ? Poll() : poll_; }

    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared | wants_local; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return nullptr; }
    void merge(Observer&) override {}
    void on_memory(const MemoryEvent& event) override;

private:
    struct Store {
        const std::byte* place = nullptr;
        uint8_t count = 0;
        std::array<std::byte, 16> before{};
    };
    /// Reads atomically, because other workers may change the bytes.
    [[nodiscard]] static std::array<std::byte, 16> bytes_now(const Store& store);
    void note_stack(uint64_t begin, uint64_t end);
    void record_poll(const MemoryEvent& event);

    Warp& warp_;
    const uint32_t hooks_;
    const bool forms_addresses_;
    const Listeners global_, shared_;
    std::vector<Observer*> global_and_this_, shared_and_this_;
    std::vector<Observer*>& local_;
    std::vector<Store> stores_;
    const uint64_t stack_in_use_;
    StackRange stack_;
    Poll poll_;
    bool polls_elsewhere_ = false;
};

} // namespace warpscope::simt

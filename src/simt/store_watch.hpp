// Whether a warp changes memory, found out for a few steps at a time without any work in the handlers: an observer is
// told of every store and atomic before it happens. Private to src/simt.
#pragma once

#include <array>
#include <vector>

#include "simt/machine.hpp"

namespace warpscope::simt {

/// Part of a thread's stack, the same for all lanes of a warp.
struct StackRange {
    uint64_t begin = 0, end = 0;

    bool operator==(const StackRange&) const = default;
};

/// Watches `warp` for as long as it lives.
class StoreWatch final : public Observer {
public:
    explicit StoreWatch(Warp& warp);
    ~StoreWatch() override;
    StoreWatch(const StoreWatch&) = delete;
    StoreWatch& operator=(const StoreWatch&) = delete;

    /// Whether memory that others see, as far as the warp's stores and atomics have been at it since the last call, is
    /// not now what it was.
    [[nodiscard]] bool has_changed_memory();
    /// Where the warp has stored to its stacks since the beginning, of what was in use then: what calls take beyond it
    /// is empty again when they have returned.
    [[nodiscard]] StackRange stack() const { return stack_; }

    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared | wants_local; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return nullptr; }
    void merge(Observer&) override {}
    void on_memory(const MemoryEvent& event) override;

private:
    struct Bytes {
        std::array<std::byte, 16> value{};
        uint32_t count = 0;
    };
    static Bytes read(const std::byte* place, uint64_t count);
    static bool differs(const std::byte* place, const Bytes& before);
    void note_stack(uint64_t begin, uint64_t end);
    [[nodiscard]] std::vector<Observer*>& stack_listeners();

    Warp& warp_;
    const uint32_t hooks_;
    const Listeners global_, shared_;
    std::vector<Observer*> global_and_this_, shared_and_this_;
    std::vector<std::pair<const std::byte*, Bytes>> noted_;
    const uint64_t stack_in_use_;
    StackRange stack_;
};

} // namespace warpscope::simt

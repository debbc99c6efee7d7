// Whether a warp changes memory, found out for a few steps at a time without any work in the handlers: an observer is
// told of every store and atomic before it happens. Private to src/simt.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "simt/machine.hpp"

namespace warpscope::simt {

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
    /// The same of the threads' own memory, since the beginning.
    [[nodiscard]] bool has_changed_stack() const;

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
    void note(ptx::Space space, const std::byte* place, uint64_t count);
    [[nodiscard]] std::vector<Observer*>& stack_listeners();

    Warp& warp_;
    const uint32_t hooks_;
    const Listeners global_, shared_;
    std::vector<Observer*> global_and_this_, shared_and_this_;
    std::vector<std::pair<const std::byte*, Bytes>> noted_;
    std::unordered_map<const std::byte*, Bytes> noted_of_stack_; // as it was at first
};

} // namespace warpscope::simt

// Checks that LaunchObserver calls without virtual functions. Each check provides the members called here, and a copy
// per worker.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <tuple>

#include "metrics/checks/check.hpp"

namespace warpscope::metrics {

template<class... Checks>
class InlineCheckList {
public:
    InlineCheckList() = default;
    explicit InlineCheckList(std::span<const std::unique_ptr<LaunchCheck>> checks) {
        for (const auto& check : checks) (take<Checks>(check->inline_check()), ...);
    }
    [[nodiscard]] InlineCheckList fork() const {
        InlineCheckList copy;
        (copy.template fork_of<Checks>(*this), ...);
        return copy;
    }
    void merge(InlineCheckList& worker) { (merge_one<Checks>(worker), ...); }

    // Members for the prototype and workers' copies:
    [[nodiscard]] uint32_t interests() const { return ((has<Checks>() ? Checks::interests() : 0u) | ... | 0u); }
    [[nodiscard]] uint64_t bytes_of_block(const simt::BlockSize& size) const {
        return ((has<Checks>() ? Checks::bytes_of_block(size) : uint64_t{0}) + ... + uint64_t{0});
    }

    // Members for workers' copies only:
    [[nodiscard]] bool need_every_access() {
        return any([](auto& check) { return check.needs_every_access(); });
    }
    [[nodiscard]] bool need_shared_load(const simt::MemoryEvent& event) {
        return any([&](auto& check) { return check.needs_shared_load(event); });
    }
    void prefetch(const simt::MemoryEvent& event) {
        each([&](auto& check) { check.prefetch(event); });
    }
    void check(const simt::MemoryEvent& event) {
        each([&](auto& check) { check.check(event); });
    }
    void begin_block() {
        each([](auto& check) { check.begin_block(); });
    }
    void leave_block(uint64_t block) {
        each([&](auto& check) { check.leave_block(block); });
    }
    void return_to_block(uint64_t block) {
        each([&](auto& check) { check.return_to_block(block); });
    }
    void allocated(const simt::HeapEvent& event) {
        each([&](auto& check) { check.allocated(event); });
    }
    void stack_taken(const simt::StackEvent& event) {
        each([&](auto& check) { check.stack_taken(event); });
    }

private:
    template<class One>
    [[nodiscard]] One* prototype() const {
        return std::get<One*>(prototypes_);
    }
    template<class One>
    [[nodiscard]] bool has() const {
        return prototype<One>() != nullptr || std::get<std::optional<One>>(own_).has_value();
    }
    template<class One>
    [[nodiscard]] std::optional<One>& own() {
        return std::get<std::optional<One>>(own_);
    }
    template<class One>
    void take(InlineCheck* check) {
        if (auto* const one = dynamic_cast<One*>(check)) std::get<One*>(prototypes_) = one;
    }
    template<class One>
    void fork_of(const InlineCheckList& from) {
        if (One* const one = from.template prototype<One>()) own<One>().emplace(one->fork());
    }
    template<class One>
    void merge_one(InlineCheckList& worker) {
        if (One* const one = prototype<One>()) one->merge(*worker.template own<One>());
    }
    template<class Action>
    void each(const Action& action) {
        ((own<Checks>() ? action(*own<Checks>()) : void()), ...);
    }
    template<class Test>
    [[nodiscard]] bool any(const Test& test) {
        return ((own<Checks>() && test(*own<Checks>())) || ...);
    }

    std::tuple<Checks*...> prototypes_{};
    std::tuple<std::optional<Checks>...> own_;
};

} // namespace warpscope::metrics

#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "ptx/analysis/aggregate_copies.hpp"
#include "ptx/analysis/guaranteed_use.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t no_copy = ~0u;

struct LoadedElement {
    uint32_t copy = no_copy;                               // number of the register, if a store copies it
    uint64_t needed = ~0ull;                               // bits used by anything but copying stores
    uint64_t meant = ~0ull;                                // bits that count according to the compiler
    ptx::GuaranteedUse use = ptx::GuaranteedUse::possible; // on every path, even if a shuffle's receiver drops it
    ptx::GuaranteedUse use_if_received = ptx::GuaranteedUse::possible; // same, if the receiver keeps it
    uint64_t needed_after_shuffles = 0;                                // see ptx::FunctionDemandedBits

    /// Treats shuffled values from global memory as kept, because no rerun covers it.
    [[nodiscard]] ptx::GuaranteedUse use_from(ptx::Space space) const {
        return space == ptx::Space::global ? use_if_received : use;
    }
};
/// Bits of a loaded element in a store.
struct CopiedBits {
    uint32_t copy = no_copy;
    uint64_t bits = 0;
    int32_t up = 0;
    bool masked = false; // a mask was applied and nothing merged: a cleared bit field
    uint32_t way = 0;    // alternative of a selection
};
struct StoredElement {
    std::vector<CopiedBits> from;
    uint32_t ways = 1;     // alternatives of a selection
    bool is_unset = false; // nothing sets the register
    std::optional<ptx::CopiedStructure> structure;
};
struct AccessUse {
    std::vector<LoadedElement> loaded;
    std::vector<StoredElement> stored;
    bool passes = false; // stores an argument or result

    [[nodiscard]] bool is_copied() const {
        return std::ranges::any_of(loaded, [](const LoadedElement& e) { return e.copy != no_copy; });
    }
    [[nodiscard]] bool is_special() const {
        return std::ranges::any_of(loaded, [](const LoadedElement& e) { return e.copy != no_copy || e.needed == 0; });
    }
    [[nodiscard]] bool may_be_dropped() const {
        return !loaded.empty() && std::ranges::none_of(loaded, [](const LoadedElement& e) {
            return e.needed != 0 && e.use != ptx::GuaranteedUse::none;
        });
    }
};

/// Follows moves, shifts, permutations, constant masks, merges by or, and selp, but no conversions to wider types.
class ValueUses {
public:
    explicit ValueUses(const simt::Program& program);

    /// Returns nullptr if all bits are needed, or no copy is stored.
    [[nodiscard]] const AccessUse* of(uint32_t pc) const { return of_pc_[pc] == 0 ? nullptr : &uses_[of_pc_[pc] - 1]; }

private:
    void add_function(const ptx::Function& function, uint32_t first);
    AccessUse& use_at(uint32_t pc);

    std::vector<AccessUse> uses_;
    std::vector<uint32_t> of_pc_; // 1 + index into uses_
    uint32_t copies_ = 0;
};

/// Compilers store unset registers for unset vector elements.
[[nodiscard]] std::set<uint32_t> stores_of_unset_registers(const simt::Program& program);

/// Computed on first use. Shared by all workers and launches.
class LazyValueUses {
public:
    explicit LazyValueUses(const simt::Program* program)
        : program_(program) {
        if (program != nullptr) unset_ = stores_of_unset_registers(*program);
    }
    [[nodiscard]] bool stores_unset_register(uint32_t pc) const { return !unset_.empty() && unset_.contains(pc); }
    /// Returns nullptr without a program.
    [[nodiscard]] const ValueUses* get() {
        std::call_once(once_, [this] {
            if (program_ != nullptr) uses_.emplace(*program_);
        });
        return uses_ ? &*uses_ : nullptr;
    }

private:
    const simt::Program* program_;
    std::set<uint32_t> unset_;
    std::once_flag once_;
    std::optional<ValueUses> uses_;
};

} // namespace warpscope::metrics

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
    uint32_t copy = no_copy; // number of the loaded register if a store copies it
    uint64_t needed = ~0ull; // bits used by anything but copying stores
    uint64_t meant = ~0ull;  // bits in bytes that the compiler marks as used
    /// Use that every path guarantees, even if the receiver of a shuffle drops the value.
    ptx::GuaranteedUse use = ptx::GuaranteedUse::possible;
    ptx::GuaranteedUse use_if_received = ptx::GuaranteedUse::possible; // `use` if the receiver keeps the value
    uint64_t needed_after_shuffles = 0;                                // see ptx::FunctionDemandedBits

    /// Assumes that receivers keep shuffled values from global memory, because no rerun covers these.
    [[nodiscard]] ptx::GuaranteedUse use_from(ptx::Space space) const {
        return space == ptx::Space::global ? use_if_received : use;
    }
};
/// Bits of a loaded element that a store copies.
struct CopiedBits {
    uint32_t copy = no_copy;
    uint64_t bits = 0;
    int32_t up = 0;
    bool masked = false; // bits were masked out and not replaced, as when a bit field is cleared
    uint32_t way = 0;    // alternative of a selection
};
struct StoredElement {
    std::vector<CopiedBits> from;
    uint32_t ways = 1; // alternatives of a selection
    bool is_unset = false;
    std::optional<ptx::CopiedStructure> structure;
};
struct AccessUse {
    std::vector<LoadedElement> loaded;
    std::vector<StoredElement> stored;
    bool passes = false; // whether it stores an argument or a result of a function

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

/// Uses of loaded values. Follows moves, shifts, permutations, constant masks, merges by or, and selp, but not
/// conversions to wider types.
class ValueUses {
public:
    explicit ValueUses(const simt::Program& program);

    /// Returns nullptr if the instruction neither loads a value nor stores a loaded or unset one.
    [[nodiscard]] const AccessUse* of(uint32_t pc) const { return of_pc_[pc] == 0 ? nullptr : &uses_[of_pc_[pc] - 1]; }

private:
    void add_function(const ptx::Function& function, uint32_t first);
    AccessUse& use_at(uint32_t pc);

    std::vector<AccessUse> uses_;
    std::vector<uint32_t> of_pc_; // 1 + index into uses_
    uint32_t copies_ = 0;
};

/// Returns stores of registers that nothing sets. Compilers generate them for unset vector elements.
[[nodiscard]] std::set<uint32_t> stores_of_unset_registers(const simt::Program& program);

/// Computed on first use. Shared by all workers and launches.
class LazyValueUses {
public:
    explicit LazyValueUses(const simt::Program* program)
        : program_(program) {
        if (program != nullptr) unset_ = stores_of_unset_registers(*program);
    }
    [[nodiscard]] bool stores_unset_register(uint32_t pc) const { return !unset_.empty() && unset_.contains(pc); }
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

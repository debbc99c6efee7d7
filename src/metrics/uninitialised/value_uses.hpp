// What becomes of a value that was loaded: whether anything depends on it, on which bits, and which stores only put it
// elsewhere. Worked out from the PTX, not from what ran.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "ptx/analysis/aggregate_copies.hpp"
#include "ptx/analysis/must_use.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t no_copy = ~0u;

/// One element that a load brings.
struct LoadedElement {
    uint32_t copy = no_copy; // its register's number, where some store puts bits of it elsewhere
    uint64_t needed = ~0ull; // bits that something else than such a store depends on
    uint64_t meant = ~0ull;  // bits that the load is for, by the compiler's word
    ptx::SureUse use =
        ptx::SureUse::in_doubt; // whichever way is taken afterwards, and whichever lane drops what a shuffle brings
    ptx::SureUse use_if_received = ptx::SureUse::in_doubt; // the same if the lane that gets it from a shuffle keeps it
    uint64_t needed_behind_shuffles = 0;                   // as ptx::FunctionDemandedBits has it

    /// What surely becomes of it where it was loaded from `space`. Of global memory no other run can tell whether what
    /// is shuffled is dropped, so that it counts as kept.
    [[nodiscard]] ptx::SureUse use_from(ptx::Space space) const {
        return space == ptx::Space::global ? use_if_received : use;
    }
};
/// Bits of a loaded element that a store writes.
struct CopiedBits {
    uint32_t copy = no_copy;
    uint64_t bits = 0;   // of the loaded element
    int32_t up = 0;      // places that they lie higher in what is stored
    bool masked = false; // what a mask has left, and nothing beside it: a bit field is cleared, where it goes back
    uint32_t way = 0;    // of those that the element is chosen from
};
/// One element that a store writes.
struct StoredElement {
    std::vector<CopiedBits> from;
    uint32_t ways = 1;                             // that it is chosen from
    bool is_unset = false;                         // nothing sets the register
    std::optional<ptx::CopiedStructure> structure; // that it is part of
};
/// Of a load or store by its own instruction.
struct AccessUse {
    std::vector<LoadedElement> loaded; // by element
    std::vector<StoredElement> stored; // likewise
    bool passes = false;               // a store to an argument or a result

    /// Returns whether some store puts what the load brings elsewhere.
    [[nodiscard]] bool is_copied() const {
        return std::ranges::any_of(loaded, [](const LoadedElement& e) { return e.copy != no_copy; });
    }
    /// Returns whether what the load brings is not simply needed.
    [[nodiscard]] bool is_special() const {
        return std::ranges::any_of(loaded, [](const LoadedElement& e) { return e.copy != no_copy || e.needed == 0; });
    }
    /// Returns whether what the load brings may be needed only where it is chosen, so that a run must tell.
    [[nodiscard]] bool may_be_dropped() const {
        return !loaded.empty() && std::ranges::none_of(loaded, [](const LoadedElement& e) {
            return e.needed != 0 && e.use != ptx::SureUse::none;
        });
    }
};

/// A structure is copied word by word, with its padding, and a bit field is written by way of the word that it lies in:
/// such a load needs nothing, or not all, of what it reads. Followed are moves, also of
/// parts of a register, by shifts and byte permutations too, masks that are constant, and what is or-ed to what such a
/// mask has left, between registers that have one definition or are loaded in several places, and what selp chooses
/// from. A value that is made wider is no copy.
class ValueUses {
public:
    explicit ValueUses(const simt::Program& program);

    /// Null where nothing special is known: a load all of whose bits are needed, a store of something else.
    [[nodiscard]] const AccessUse* of(uint32_t pc) const { return of_pc_[pc] == 0 ? nullptr : &uses_[of_pc_[pc] - 1]; }

private:
    void add_function(const ptx::Function& function, uint32_t first);
    AccessUse& use_at(uint32_t pc);

    std::vector<AccessUse> uses_;
    std::vector<uint32_t> of_pc_; // 1 + index into uses_
    uint32_t copies_ = 0;
};

/// By instruction: those that store a register which nothing sets. Compilers leave an element of a vector to such a
/// one.
[[nodiscard]] std::set<uint32_t> stores_of_unset_registers(const simt::Program& program);

/// Found when they are asked for first, which is seldom. For all workers of all launches of a program.
class LazyValueUses {
public:
    explicit LazyValueUses(const simt::Program* program)
        : program_(program) {
        if (program != nullptr) unset_ = stores_of_unset_registers(*program);
    }
    [[nodiscard]] bool stores_unset_register(uint32_t pc) const { return !unset_.empty() && unset_.contains(pc); }
    /// Null without a program.
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

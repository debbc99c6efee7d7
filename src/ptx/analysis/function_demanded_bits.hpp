#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/known_bits.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Finds register bits that are used for more than copies from memory to memory.
class FunctionDemandedBits {
public:
    explicit FunctionDemandedBits(const Function& function);
    FunctionDemandedBits(const FunctionDemandedBits&) = delete;
    FunctionDemandedBits& operator=(const FunctionDemandedBits&) = delete;

    struct Source {
        uint32_t load = 0, element = 0;
        uint64_t bits = 0;
        int32_t up = 0;      // left shift between load and store
        bool masked = false; // the remaining bits were masked out and not replaced
        uint32_t way = 0;
    };
    /// Origin of an element that a store copies. `ways` counts alternatives of selp. If several loads write the
    /// register, Source::load is the first.
    struct Stored {
        std::vector<Source> sources;
        uint32_t ways = 1;
        bool is_unset = false;
    };
    [[nodiscard]] const std::vector<Stored>& stored(uint32_t instruction) const { return stored_[instruction]; }
    /// Returns the loaded bits that instructions other than copying stores use.
    [[nodiscard]] uint64_t needed(const Operand& loaded) const;
    /// Works like needed(), but ignores shuffles with results that nothing needs.
    [[nodiscard]] uint64_t needed_after_shuffles(const Operand& loaded) const;
    [[nodiscard]] uint64_t traced() const { return traced_; }

    [[nodiscard]] std::optional<BaseAddress> base_of(const Operand& address) const {
        return ptx::base_of(function_, definitions_, address);
    }

private:
    /// Bits of a stored element, traced back to loads.
    struct Wanted {
        uint64_t bits = 0;
        int32_t up = 0;
        uint32_t room = 0; // bits of the element; narrower loads do not count as copies
        uint32_t way = 0;
        enum class By { moving, masking, or_ing, or_ing_into_room } by = By::moving;
    };

    void trace_store(uint32_t k);
    void trace(uint32_t reg, Wanted wanted, uint32_t steps, std::vector<Source>& sources);
    bool trace_loads(uint32_t reg, const Wanted& wanted, std::vector<Source>& sources) const;
    bool trace_selp(const Instruction& in, Wanted wanted, uint32_t steps, std::vector<Source>& sources);
    bool trace_move(const Instruction& in, uint32_t reg, Wanted wanted, uint32_t steps, std::vector<Source>& sources);
    bool trace_or(const Instruction& in, Wanted wanted, uint32_t steps, std::vector<Source>& sources);
    bool trace_shift(const Instruction& in, Wanted wanted, uint32_t steps, std::vector<Source>& sources);
    bool trace_picked(const Instruction& in, Wanted wanted, uint32_t steps, std::vector<Source>& sources);
    bool trace_load(uint32_t at, uint32_t reg, const Wanted& wanted, std::vector<Source>& sources) const;
    void spread_all();
    void need(uint32_t reg, uint64_t bits);
    void need(const Operand& operand, uint64_t bits);
    void spread(const Instruction& in);
    void spread_move(const Instruction& in);
    void spread_shuffle(const Instruction& in);

    const Function& function_;
    Definitions definitions_;
    std::vector<uint64_t> needed_;
    std::vector<uint64_t> needed_after_shuffles_;
    struct StoredShuffle {
        uint32_t reg = 0;
        uint64_t bits = 0;
    };
    std::vector<StoredShuffle> stored_shuffles_;
    bool shuffles_need_ = false;
    KnownBits possible_;
    std::vector<std::vector<Stored>> stored_;
    uint32_t visited_ = 0;
    uint32_t ways_ = 1;
    uint64_t traced_ = 0;
    bool changed_ = false;
};

} // namespace warpscope::ptx

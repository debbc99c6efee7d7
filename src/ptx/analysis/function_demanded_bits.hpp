// Within one function: which loads the values come from that stores write, and which bits of its registers something
// depends on. For ValueUses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/known_bits.hpp"
#include "ptx/module.hpp"

namespace warpscope::ptx {

class FunctionDemandedBits {
public:
    explicit FunctionDemandedBits(const Function& function);
    FunctionDemandedBits(const FunctionDemandedBits&) = delete; // possible_ looks at definitions_
    FunctionDemandedBits& operator=(const FunctionDemandedBits&) = delete;

    struct Source {
        uint32_t load = 0, element = 0; // instruction of the function
        uint64_t bits = 0;              // of the element
        int32_t up = 0;                 // places that they lie higher in what is stored
        bool masked = false;            // a mask has left them, and nothing was put beside them
        uint32_t way = 0;               // of those that selp chooses from
    };
    /// What an element that is stored was put together from. Where its register is loaded in several places, `load` is
    /// the first of them.
    struct Stored {
        std::vector<Source> sources;
        uint32_t ways = 1;     // a way without sources brings something else than a copy
        bool is_unset = false; // a register that nothing sets
    };
    /// Of a store, by element.
    [[nodiscard]] const std::vector<Stored>& stored(uint32_t instruction) const { return stored_[instruction]; }
    /// Bits that something else than a store that copies them depends on.
    [[nodiscard]] uint64_t needed(const Operand& loaded) const;
    /// The same where a shuffle is taken to need what is made of its result, and no more.
    [[nodiscard]] uint64_t needed_behind_shuffles(const Operand& loaded) const;
    /// How much work that was: instructions looked at on the ways from stores to loads.
    [[nodiscard]] uint64_t traced() const { return traced_; }

    [[nodiscard]] std::optional<BaseAddress> base_of(const Operand& address) const {
        return ptx::base_of(function_, definitions_, address);
    }

private:
    /// What is wanted of a register, on the way from a store to the loads.
    struct Wanted {
        uint64_t bits = 0;
        int32_t up = 0;    // as in Source
        uint32_t room = 0; // bits of the place that is filled: what brings fewer is no copy
        uint32_t way = 0;
        enum class By { moving, masking, or_ing, or_ing_into_room } by = By::moving;
    };

    void trace_store(uint32_t k);
    void trace(uint32_t reg, Wanted wanted, uint32_t steps, std::vector<Source>& sources);
    /// Of a register that is only loaded, in several places.
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
    std::vector<uint64_t> needed_;          // by register
    std::vector<uint64_t> behind_shuffles_; // likewise, see needed_behind_shuffles()
    struct StoredShuffle {
        uint32_t reg = 0;
        uint64_t bits = 0;
    };
    std::vector<StoredShuffle> stored_shuffles_; // results of shuffles that are stored
    bool shuffles_need_ = false;                 // everything, when needs are spread
    KnownBits possible_;
    std::vector<std::vector<Stored>> stored_;
    uint32_t visited_ = 0; // instructions, for the present element of a store
    uint32_t ways_ = 1;    // of it
    uint64_t traced_ = 0;  // for all of them
    bool changed_ = false;
};

} // namespace warpscope::ptx

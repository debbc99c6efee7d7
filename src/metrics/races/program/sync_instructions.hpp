#pragma once

#include <cstdint>
#include <vector>

#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Strength of an access. Two strong accesses of sufficient scope and equal size do not race.
enum class AccessStrength : uint8_t {
    plain,
    strong_in_block, // strong only within its block, such as a block-scope atomic
    strong,          // atomic, relaxed, acquire, release or volatile
};

struct InstructionFacts {
    AccessStrength strength = AccessStrength::plain;
    bool is_volatile = false;
    bool is_read_only = false;  // ld.global.nc: sees no stores of the kernel
    bool only_stores = false;   // st; false for atomics
    bool waits = false;         // polling volatile load (ptx/analysis/spin_loads.hpp)
    bool polls = false;         // volatile load of a location that a loop polls
    bool awaits_answer = false; // volatile store to a location that its thread polls afterwards
    bool reads_flag = false;    // strong read, except of volatile data
    bool exchanges = false;
    bool compares = false;                   // compare-and-swap
    bool takes_ticket = false;               // atomic increment, outside of loops, that returns the previous count
    bool releases = false, acquires = false; // as in st.release and ld.acquire
    bool arrives_only = false;               // bar.arrive
    bool at_mbarrier = false;                // operation on an mbarrier, or copy that signals one
    bool only_acquires = false;              // waits for an mbarrier
    bool copies = false;                     // cp.async
    bool signals_copies = false;             // makes an mbarrier signal the end of copies
    uint16_t site = 0;                       // index in SyncInstructions::pc_of_site
    /// Numbers of the values; 0: unknown. Equal numbers mean equal values.
    uint32_t stored_value = 0, exchanged_value = 0;
    uint32_t block_first = 0; // first pc of the basic block

    /// Returns the strength of one access: a bulk copy's signal is strong in its block, its data accesses are plain.
    [[nodiscard]] AccessStrength strength_of(simt::AccessKind kind) const {
        const bool tells = kind == simt::AccessKind::atomic && strength == AccessStrength::plain;
        return tells ? AccessStrength::strong_in_block : strength;
    }
    [[nodiscard]] bool is_volatile_store() const { return is_volatile && only_stores; }
};

struct SyncInstructions {
    static constexpr uint16_t max_site = 4095; // last site, shared by all further instructions

    std::vector<InstructionFacts> by_pc;
    std::vector<uint32_t> pc_of_site;
    struct SyncPoint {
        enum class Kind : uint8_t { fence, block_fence, commit_copies, await_copies };
        uint32_t pc = 0;
        Kind kind{};
        uint32_t keep = 0; // await_copies: number of groups that may stay pending
    };
    std::vector<SyncPoint> sync_points;
    bool synchronizes = false;
    bool copies = false;
    bool frees = false;
    bool loads_read_only = false;
    bool counts_in_global = false;
    bool only_plain_and_atomic = true;               // no volatile, relaxed, block-scope or mixed-size atomic accesses
    uint32_t global_granule = 1, shared_granule = 1; // smallest access in bytes
};

[[nodiscard]] SyncInstructions sync_instructions(const simt::Program& program);

} // namespace warpscope::metrics

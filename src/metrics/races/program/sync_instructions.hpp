// What the race checker knows about each instruction before it runs: fences, strong accesses, stored values.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// How an access takes part in synchronisation. Two strong accesses never race, whatever they do.
enum class AccessStrength : uint8_t {
    plain,
    strong_in_block, // an atomic with block scope: strong between threads of one block only
    strong,          // atomics, and relaxed, acquire, release or volatile accesses
};

struct InstructionFacts {
    AccessStrength strength = AccessStrength::plain;
    bool is_volatile = false;                // synchronises only as a flag: see race_check.hpp
    bool is_read_only = false;               // ld.global.nc: by a cache that sees no stores of the kernel
    bool only_stores = false;                // st; else it may be an atomic, which reads, too
    bool waits = false;                      // a volatile load that waits: see ptx/analysis/spin_loads.hpp
    bool polls = false;                      // a volatile load of a flag
    bool awaits_answer = false;              // a volatile store to a place at which the thread waits afterwards
    bool looks = false;                      // reads a place strongly, and something may depend on what it reads
    bool compares = false;                   // a compare-and-swap, which may change nothing
    bool takes_ticket = false;               // counts up, once, and tells how many have done so before
    bool releases = false, acquires = false; // by its own words, as st.release and ld.acquire
    bool arrives_only = false;               // bar.arrive: goes on without waiting
    bool at_mbarrier = false;                // an operation on one, or a copy that tells one of its end
    bool only_acquires = false;              // waits for an mbarrier
    bool copies = false;                     // cp.async: what it stores may arrive later
    bool tells_of_copies = false;            // has an mbarrier told of their end
    uint16_t site = 0;                       // number of the memory instruction, see SyncInstructions::pc_of_site
    uint32_t stored_value = 0;               // equal and not zero: both store the same constant or argument
    uint32_t block_first = 0;                // pc at which the straight-line code that holds this one begins

    /// Of one of the instruction's accesses: a bulk copy is plain, but for telling an mbarrier of its end.
    [[nodiscard]] AccessStrength strength_of(simt::AccessKind kind) const {
        const bool tells = kind == simt::AccessKind::atomic && strength == AccessStrength::plain;
        return tells ? AccessStrength::strong_in_block : strength;
    }
    [[nodiscard]] bool is_volatile_store() const { return is_volatile && only_stores; }
};

struct SyncInstructions {
    static constexpr uint16_t max_site = 4095; // further memory instructions share this number, which says nothing

    std::vector<InstructionFacts> by_pc;
    std::vector<uint32_t> pc_of_site;
    /// An instruction that accesses no memory and yet orders accesses.
    struct SyncPoint {
        enum class Kind : uint8_t { fence, block_fence, commit_copies, await_copies };
        uint32_t pc = 0;
        Kind kind{};       // block_fence: for threads of the same block only
        uint32_t keep = 0; // await_copies: so many groups of copies may still be under way
    };
    std::vector<SyncPoint> sync_points; // by pc
    bool synchronises = false;          // has fences, acquires or releases at all
    bool copies = false;                // has cp.async
    bool frees = false;                 // gives memory back
    bool loads_read_only = false;       // has ld.global.nc
    bool counts_in_global = false;      // has atomics that count up or down in global memory, as arrivals are counted
    bool only_plain_and_atomic =
        true; // no volatile or relaxed accesses, no atomics for one block only or of several sizes
    uint32_t global_granule = 1, shared_granule = 1; // smallest access to the space in the program, bytes
};

[[nodiscard]] SyncInstructions sync_instructions(const simt::Program& program);

} // namespace warpscope::metrics

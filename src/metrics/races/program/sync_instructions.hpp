#pragma once

#include <cstdint>
#include <vector>

#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Strong accesses never race with each other.
enum class AccessStrength : uint8_t {
    plain,
    strong_in_block, // block-scope atomic: strong within its block
    strong,          // atomic, relaxed, acquire, release or volatile
};

struct InstructionFacts {
    AccessStrength strength = AccessStrength::plain;
    bool is_volatile = false;
    bool is_read_only = false;               // ld.global.nc: sees no stores of the kernel
    bool only_stores = false;                // st; atomics also read
    bool waits = false;                      // polling volatile load, see ptx/analysis/spin_loads.hpp
    bool polls = false;                      // volatile load of a flag
    bool awaits_answer = false;              // volatile store to a location that is polled afterwards
    bool reads_flag = false;                 // strong read whose value may matter
    bool exchanges = false;                  // replaces any value
    bool compares = false;                   // compare-and-swap, which may change nothing
    bool takes_ticket = false;               // single increment, returns the previous count
    bool releases = false, acquires = false; // explicit, as in st.release and ld.acquire
    bool arrives_only = false;               // bar.arrive, which does not wait
    bool at_mbarrier = false;                // operation on an mbarrier, or copy that signals one
    bool only_acquires = false;              // waits for an mbarrier
    bool copies = false;                     // cp.async
    bool signals_copies = false;             // to an mbarrier
    uint16_t site = 0;                       // in SyncInstructions::pc_of_site
    /// Equal and nonzero: same constant or argument.
    uint32_t stored_value = 0, exchanged_value = 0;
    uint32_t block_first = 0; // start of the straight-line code

    /// Treats a bulk copy as plain except for its signal.
    [[nodiscard]] AccessStrength strength_of(simt::AccessKind kind) const {
        const bool tells = kind == simt::AccessKind::atomic && strength == AccessStrength::plain;
        return tells ? AccessStrength::strong_in_block : strength;
    }
    [[nodiscard]] bool is_volatile_store() const { return is_volatile && only_stores; }
};

struct SyncInstructions {
    static constexpr uint16_t max_site = 4095; // shared by further instructions

    std::vector<InstructionFacts> by_pc;
    std::vector<uint32_t> pc_of_site;
    struct SyncPoint {
        enum class Kind : uint8_t { fence, block_fence, commit_copies, await_copies };
        uint32_t pc = 0;
        Kind kind{};       // block_fence has block scope
        uint32_t keep = 0; // await_copies: groups that may stay pending
    };
    std::vector<SyncPoint> sync_points;
    bool synchronises = false;
    bool copies = false;
    bool frees = false;
    bool loads_read_only = false;
    bool counts_in_global = false;                   // has counting atomics on global memory
    bool only_plain_and_atomic = true;               // no volatile, relaxed, block-scope or mixed-size atomic accesses
    uint32_t global_granule = 1, shared_granule = 1; // smallest access in bytes
};

[[nodiscard]] SyncInstructions sync_instructions(const simt::Program& program);

} // namespace warpscope::metrics

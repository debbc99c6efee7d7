// Shared memory of one block as 32 banks: which instructions access it at what cost, who wrote which word, and how the
// lanes of one request are served.
#pragma once

#include <vector>

#include "metrics/costs/request_shape.hpp"
#include "metrics/results.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t banks = 32, bank_word = 4; // bytes

/// A source or PTX instruction that accesses shared memory, over all warps of the block.
struct BankInstruction {
    uint32_t pc = 0;
    simt::AccessKind kind{};
    uint32_t bytes = 0;             // per lane
    std::vector<uint32_t> requests; // in BlockTrace::requests, by warp and then by time
    std::vector<uint32_t> passes;   // of each
    struct Rounds {
        uint32_t warp = 0;
        uint32_t first = 0, count = 0; // in `requests`
    };
    std::vector<Rounds> warps; // that executed it, ascending
    uint64_t total_passes = 0;
    uint32_t worst = 0; // in `requests`: the first of those that take the most passes
};

struct SharedArray {
    std::string name; // as in the source
    uint32_t offset = 0;
    uint64_t bytes = 0;
};

struct BankFacts {
    uint32_t bytes = 0;                        // of shared memory
    std::vector<BankInstruction> instructions; // by pc
    std::vector<SharedArray> arrays;           // by offset
    std::vector<bool> ever_written;            // by word, over the whole block
    bool truncated = false;

    [[nodiscard]] uint32_t words() const { return (bytes + bank_word - 1) / bank_word; }
};
/// `kernel` is the index of the traced launch's kernel in `program`.
[[nodiscard]] BankFacts bank_facts(const BlockTrace& trace, const simt::Program& program, uint32_t kernel);

/// How one request is served.
struct BankRequest {
    uint32_t warp = 0, lanes = 0;
    std::vector<BankTouch> touches; // by lane
    uint32_t passes = 0, groups = 0;
    uint32_t fewest = 0; // passes that the same lanes would need without conflicts
};
[[nodiscard]] BankRequest bank_request(const BlockTrace& trace, uint32_t request);

/// By word: 1 + the thread of the block that wrote it last when `request` was done, 0 where none had.
[[nodiscard]] std::vector<uint32_t> last_writers(const BlockTrace& trace, uint32_t request);

} // namespace warpscope::metrics

#pragma once

#include <vector>

#include "metrics/costs/request_shape.hpp"
#include "metrics/results.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t banks = 32, bank_word = 4; // bank_word in bytes

/// Shared-memory accesses of one instruction.
struct BankInstruction {
    uint32_t pc = 0;
    simt::AccessKind kind{};
    uint32_t bytes = 0;             // per lane
    std::vector<uint32_t> requests; // indices in BlockTrace::requests, by warp and time
    std::vector<uint32_t> passes;
    struct Rounds {
        uint32_t warp = 0;
        uint32_t first = 0, count = 0; // in `requests`
    };
    std::vector<Rounds> warps; // ascending
    uint64_t total_passes = 0;
    uint32_t worst = 0; // index of the first request with most passes
    std::string array;  // of the first access
};

struct SharedArray {
    std::string name;
    uint32_t offset = 0;
    uint64_t bytes = 0;
};

struct BankFacts {
    uint32_t bytes = 0;
    std::vector<BankInstruction> instructions;
    std::vector<SharedArray> arrays;
    std::vector<bool> ever_written; // by word
    bool truncated = false;

    [[nodiscard]] uint32_t words() const { return (bytes + bank_word - 1) / bank_word; }
};
[[nodiscard]] BankFacts bank_facts(const BlockTrace& trace, const simt::Program& program, uint32_t kernel);

struct BankRequest {
    uint32_t warp = 0, lanes = 0;
    std::vector<BankTouch> touches;
    uint32_t passes = 0, groups = 0;
    uint32_t fewest = 0; // minimum number of passes
};
[[nodiscard]] BankRequest bank_request(const BlockTrace& trace, uint32_t request);

/// Returns the last writer of each word before `request`: thread plus 1, or 0.
[[nodiscard]] std::vector<uint32_t> last_writers(const BlockTrace& trace, uint32_t request);

} // namespace warpscope::metrics

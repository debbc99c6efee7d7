#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "metrics/trace/bank_conflicts.hpp"
#include "ui/panels/block/block_panels.hpp"

namespace warpscope::ui {

struct ShownRequest {
    metrics::BankRequest served;
    std::vector<uint32_t> writers;
    std::map<uint64_t, std::vector<metrics::BankTouch>> by_word;
    std::array<uint32_t, metrics::banks> wanted{}; // by bank: most distinct words that one lane group accesses
};

[[nodiscard]] ImU32 writer_tint(uint32_t warp);

enum class BankCell : uint8_t { lane_and_pass, lane, pass };

/// Returns what fits into an accessed cell.
BankCell bank_grid(const Model& model, const ShownRequest& shown, uint32_t request);

} // namespace warpscope::ui

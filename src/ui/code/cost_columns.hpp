#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::ui {

enum class CostKind : uint8_t {
    executions,
    lanes,
    sectors,
    passes,
    splits,
    atomics,     // atomic operations, counted per lane; only in comparisons of two sources
    machine_code // number of instructions; does not depend on the run
};

struct CostColumn {
    CostKind kind{};
    float left = 0, right = 0; // in pixels from the panel's left edge
    float change = 0;          // width of the part for changes, 0 without changes
};

struct ChangedCosts {
    bool executions = false, sectors = false, passes = false, splits = false, atomics = false;

    void add(const metrics::InstructionCost* now, const metrics::InstructionCost* before);
};

/// Returns the useful columns for costs `all`, right-aligned in `width`. `narrow` omits bars. `changed` adds room for
/// changes. Beyond `max`, first drops columns without avoidable costs.
[[nodiscard]] std::vector<CostColumn> cost_columns(const Look& look, float width, bool narrow,
                                                   const insight::CodeCost& all, ChangedCosts changed = {},
                                                   float max = 1e9f, bool machine_code = false);
[[nodiscard]] std::string cost_text(CostKind kind, const insight::CodeCost& cost);
[[nodiscard]] std::string_view title_of(CostKind kind);
[[nodiscard]] std::string_view meaning_of(CostKind kind);
[[nodiscard]] std::optional<metrics::Measure> measure_of(CostKind kind);
[[nodiscard]] std::string_view name_of(metrics::Measure measure);
[[nodiscard]] std::string cost_tip(const insight::CodeCost& cost, std::string_view branch_fate = {},
                                   bool is_moved = false);

void draw_cost_headings(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin);
void draw_costs(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                const insight::CodeCost& cost);

void draw_machine_count(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                        uint32_t instructions);

/// Formats a change: "+25 %", "× 12", "new", "gone", or "" for none.
[[nodiscard]] std::string change_text(uint64_t before, uint64_t after);
/// Returns whether the sum changes by less than 1 %, but a line by at least 1 %. Pairs: before, after.
[[nodiscard]] bool is_redistributed(std::pair<uint64_t, uint64_t> sum,
                                    std::span<const std::pair<uint64_t, uint64_t>> lines);
/// Draws changes after the numbers: "(+25 %)". `before` is null for a new line, `cost` for a line that costs nothing
/// now.
void draw_cost_changes(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                       const metrics::InstructionCost* cost, const metrics::InstructionCost* before);

} // namespace warpscope::ui

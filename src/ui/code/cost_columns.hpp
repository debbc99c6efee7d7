// The columns of numbers beside program text, shared by the source and the PTX panel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/code/source_ptx_map.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

enum class CostKind : uint8_t { executions, lanes, sectors, passes, splits };

struct CostColumn {
    CostKind kind{};
    float left = 0, right = 0; // relative to the panel, on screen
};

/// The columns that have something to say about `costs`, right-aligned in `width`. Narrow: executions and lanes only,
/// without bars.
[[nodiscard]] std::vector<CostColumn> cost_columns(const Look& look, float width, bool narrow,
                                                   const metrics::InstructionCost& all);
/// What stands in a column; empty where the line has no such cost.
[[nodiscard]] std::string cost_text(CostKind kind, const metrics::InstructionCost& cost);
/// The column's title and what it means, for its heading.
[[nodiscard]] std::string_view title_of(CostKind kind);
[[nodiscard]] std::string_view meaning_of(CostKind kind);
/// What painting a column shows.
[[nodiscard]] std::optional<metrics::Measure> measure_of(CostKind kind);
[[nodiscard]] std::string_view name_of(metrics::Measure measure);
/// All of a line's numbers as sentences.
[[nodiscard]] std::string cost_tip(const metrics::InstructionCost& cost);

/// Headings of the columns at `origin`, with tips.
void draw_cost_headings(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin);
void draw_costs(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                const metrics::InstructionCost& cost);

} // namespace warpscope::ui

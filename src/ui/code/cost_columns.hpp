// The columns of numbers beside program text, shared by the source and the PTX panel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::ui {

/// Those with `change` in their names: how much of it there was in another run.
enum class CostKind : uint8_t {
    executions,
    executions_change,
    lanes,
    sectors,
    sectors_change,
    passes,
    passes_change,
    splits,
    splits_change
};

struct CostColumn {
    CostKind kind{};
    float left = 0, right = 0; // relative to the panel, on screen
};

/// The columns that have something to say about `costs`, right-aligned in `width`. Narrow: executions and lanes only,
/// without bars. With `changes` there are columns of them. Where they would be wider than `most` together, those that
/// say least give way.
[[nodiscard]] std::vector<CostColumn> cost_columns(const Look& look, float width, bool narrow,
                                                   const insight::CodeCost& all, bool changes = false,
                                                   float most = 1e9f);
/// What stands in a column; empty where the line has no such cost.
[[nodiscard]] std::string cost_text(CostKind kind, const insight::CodeCost& cost);
/// The column's title and what it means, for its heading.
[[nodiscard]] std::string_view title_of(CostKind kind);
[[nodiscard]] std::string_view meaning_of(CostKind kind);
/// What painting a column shows.
[[nodiscard]] std::optional<metrics::Measure> measure_of(CostKind kind);
/// In English.
[[nodiscard]] std::string_view name_of(metrics::Measure measure);
/// All of a line's numbers as sentences.
[[nodiscard]] std::string cost_tip(const insight::CodeCost& cost);

/// Headings of the columns at `origin`, with tips.
void draw_cost_headings(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin);
void draw_costs(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                const insight::CodeCost& cost);

/// What `after` of something is beside `before`: "+25 %", "× 12", "new", "gone"; empty where it is the same.
[[nodiscard]] std::string change_text(uint64_t before, uint64_t after);
/// The columns of changes; `before` null: the line is new, `cost` null: it costs nothing any more.
void draw_cost_changes(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                       const metrics::InstructionCost* cost, const metrics::InstructionCost* before);

} // namespace warpscope::ui

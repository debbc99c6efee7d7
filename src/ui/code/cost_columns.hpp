#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/style/style.hpp"
#include "ui/workbench.hpp"
#include "workbench/views/painted_code.hpp"

namespace warpscope::ui {

/// A column of numbers. Kinds named `..._change` compare with another run.
enum class CostKind : uint8_t {
    executions,
    executions_change,
    lanes,
    sectors,
    sectors_change,
    passes,
    passes_change,
    splits,
    splits_change,
    machine_code // instructions; not a cost of the run
};

struct CostColumn {
    CostKind kind{};
    float left = 0, right = 0; // relative to the panel, on screen
};

/// Returns the useful columns for costs `all`, right-aligned in `width`; the least important ones go first if they
/// exceed `most`. `narrow` allows only executions and lanes, without bars.
[[nodiscard]] std::vector<CostColumn> cost_columns(const Look& look, float width, bool narrow,
                                                   const insight::CodeCost& all, bool changes = false,
                                                   float most = 1e9f, bool machine_code = false);
[[nodiscard]] std::string cost_text(CostKind kind, const insight::CodeCost& cost);
[[nodiscard]] std::string_view title_of(CostKind kind);
[[nodiscard]] std::string_view meaning_of(CostKind kind);
[[nodiscard]] std::optional<metrics::Measure> measure_of(CostKind kind);
[[nodiscard]] std::string_view name_of(metrics::Measure measure);
[[nodiscard]] std::string cost_tip(const insight::CodeCost& cost);

void draw_cost_headings(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin);
void draw_costs(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                const insight::CodeCost& cost);

void draw_machine_count(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                        uint32_t instructions);

/// Formats a change: "+25 %", "× 12", "new", "gone", or "" for none.
[[nodiscard]] std::string change_text(uint64_t before, uint64_t after);
/// Null `before`: the line is new; null `cost`: it has no cost now.
void draw_cost_changes(const Look& look, ImDrawList& list, const std::vector<CostColumn>& columns, ImVec2 origin,
                       const metrics::InstructionCost* cost, const metrics::InstructionCost* before);

} // namespace warpscope::ui

// Draws buffers as something other than cells: counts as bars, single values as large numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/maps/heat_map.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns how to show `content`: the form that the user chose, else the one the experiment declares, else numbers for
/// up to four single values, else cells. Falls back to cells if the content does not allow the form.
[[nodiscard]] Form form_of(const session::RunResult& result, const render::Content& content, Form chosen);
/// Returns the forms that the content allows; only `cells` for most.
[[nodiscard]] std::vector<Form> forms_of(const session::RunResult& result, const render::Content& content);
[[nodiscard]] const char* form_title(Form form);

/// A row of values as bars; the axis always includes 0.
struct BarChart {
    std::string name, unit;
    std::vector<std::string> labels; // replace the bars' numbers
    std::vector<double> values;      // 0 for values that are not finite
    double low = 0, high = 1;        // ends of the axis
    std::vector<double> ticks;
    std::vector<uint64_t> index_ticks; // numbers under the bars
};
/// Uses `live`, the output of the GPU's newest launch, instead of the result's output unless it is null.
[[nodiscard]] BarChart bar_chart(const session::RunResult& result, const render::Content& content,
                                 const SharedBytes& live = nullptr);
/// Returns at most `most` round numbers from `low` to `high`.
[[nodiscard]] std::vector<double> round_ticks(double low, double high, int most);

/// Both draw into the rectangle of the current window and return the cell under the cursor, if any. Bars have the
/// colors of `heat` unless it is null. `live` as in bar_chart(); the cells of a shown moment take precedence over it.
std::optional<uint64_t> draw_bars(const Model& model, const render::Content& content, const SharedBytes& live,
                                  const render::HeatField* heat, ImVec2 min, ImVec2 max);
std::optional<uint64_t> draw_numbers(const Model& model, const render::Content& content, const SharedBytes& live,
                                     ImVec2 min, ImVec2 max);

} // namespace warpscope::ui

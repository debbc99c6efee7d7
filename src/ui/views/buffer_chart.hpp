// Buffers that read better otherwise than as cells: counts as bars, single values as large numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/maps/heat_map.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// How `content` is shown: what was chosen, else what the experiment declares, else a number for up to four single
/// values and cells for everything else. What is not possible for the content gives cells.
[[nodiscard]] Form form_of(const session::RunResult& result, const render::Content& content, Form chosen);
/// The forms that are possible; only `cells` for most contents.
[[nodiscard]] std::vector<Form> forms_of(const session::RunResult& result, const render::Content& content);
[[nodiscard]] const char* form_title(Form form);

/// A line of values as bars over an axis that holds 0.
struct BarChart {
    std::string name, unit;
    std::vector<std::string> labels;   // of the bars, in place of their numbers
    std::vector<double> values;        // what is not finite is 0
    double low = 0, high = 1;          // ends of the axis
    std::vector<double> ticks;         // between them
    std::vector<uint64_t> index_ticks; // numbers under the bars
};
/// `live`: what the GPU's newest launch wrote into the output, in place of the result's; null: nothing.
[[nodiscard]] BarChart bar_chart(const session::RunResult& result, const render::Content& content,
                                 const SharedBytes& live = nullptr);
/// At most `most` round numbers from `low` to `high`.
[[nodiscard]] std::vector<double> round_ticks(double low, double high, int most);

/// Each draws into the rectangle of the current window and returns the cell under the cursor, if there is one. Bars
/// have the colours of `heat` where it is not null. `live` as in bar_chart(); a moment's cells come before it.
std::optional<uint64_t> draw_bars(const Model& model, const render::Content& content, const SharedBytes& live,
                                  const render::HeatField* heat, ImVec2 min, ImVec2 max);
std::optional<uint64_t> draw_numbers(const Model& model, const render::Content& content, const SharedBytes& live,
                                     ImVec2 min, ImVec2 max);

} // namespace warpscope::ui

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/maps/heat_map.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Returns the user's choice, else the experiment's, else numbers for up to four values, else cells. Replaces an
/// impossible choice by cells.
[[nodiscard]] Form form_of(const session::RunResult& result, const render::Content& content, Form chosen);
[[nodiscard]] std::vector<Form> forms_of(const session::RunResult& result, const render::Content& content);
[[nodiscard]] const char* form_title(Form form);

struct BarChart {
    std::string name, unit;
    std::vector<std::string> labels; // labels of the bars; empty: their numbers
    std::vector<double> values;      // 0 if not finite
    double low = 0, high = 1;
    std::vector<double> ticks;
    std::vector<uint64_t> index_ticks;
};
/// `live`, if not null, replaces the result's output.
[[nodiscard]] BarChart bar_chart(const session::RunResult& result, const render::Content& content,
                                 const SharedBytes& live = nullptr);
[[nodiscard]] std::vector<double> round_ticks(double low, double high, int max_count);

/// Both return the cell under the cursor, if any. A moment's cells take precedence over `live`.
std::optional<uint64_t> draw_bars(const Model& model, const render::Content& content, const SharedBytes& live,
                                  const render::HeatField* heat, ImVec2 min, ImVec2 max);
std::optional<uint64_t> draw_numbers(const Model& model, const render::Content& content, const SharedBytes& live,
                                     ImVec2 min, ImVec2 max);

} // namespace warpscope::ui

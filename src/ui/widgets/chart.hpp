#pragma once

#include "analysis/chart.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Draws a chart with the y axis title above the rectangle and the x axis title below it.
void chart_plot(const Look& look, const analysis::Chart& chart, ImVec2 min, ImVec2 max);
void chart_legend(const Look& look, const analysis::Chart& chart);

} // namespace warpscope::ui

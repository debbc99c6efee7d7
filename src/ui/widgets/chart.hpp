// Draws a chart: axes with ticks, series with colours and marks, the value under the cursor; and its legend.
#pragma once

#include "analysis/chart.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Into the rectangle, on screen; the label of the y axis stands above it, that of the x axis below.
void chart_plot(const Look& look, const analysis::Chart& chart, ImVec2 min, ImVec2 max);
/// Swatches and names, one per line, then the remarks, from the cursor on.
void chart_legend(const Look& look, const analysis::Chart& chart);

} // namespace warpscope::ui

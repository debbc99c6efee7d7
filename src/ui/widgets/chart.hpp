// Draws charts and their legends.
#pragma once

#include "analysis/chart.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Draws into the screen rectangle; the y axis title is above it, the x axis title below.
void chart_plot(const Look& look, const analysis::Chart& chart, ImVec2 min, ImVec2 max);
/// Draws the names, one per line, then the remarks, starting at the cursor.
void chart_legend(const Look& look, const analysis::Chart& chart);

} // namespace warpscope::ui

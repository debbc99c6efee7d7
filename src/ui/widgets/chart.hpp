#pragma once

#include "analysis/chart.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

void chart_plot(const Look& look, const analysis::Chart& chart, ImVec2 min, ImVec2 max);
void chart_legend(const Look& look, const analysis::Chart& chart);

} // namespace warpscope::ui

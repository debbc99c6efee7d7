// Charts of the run on the screen, for panels.
#pragma once

#include <vector>

#include "analysis/chart_maker.hpp"

namespace warpscope::workbench {

struct ChartsModel {
    std::vector<analysis::ChartOffer> charts; // available charts
    analysis::ChartMaker::State chart;        // chosen chart
};

} // namespace warpscope::workbench

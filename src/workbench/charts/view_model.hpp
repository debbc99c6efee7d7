// Charts of the shown run, as panels read them.
#pragma once

#include <vector>

#include "analysis/chart_maker.hpp"

namespace warpscope::workbench {

struct ChartsModel {
    std::vector<analysis::ChartOffer> charts; // of the shown run
    analysis::ChartMaker::State chart;        // the chosen one
};

} // namespace warpscope::workbench

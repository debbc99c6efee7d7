#pragma once

#include <vector>

#include "analysis/chart_maker.hpp"

namespace warpscope::workbench {

struct ChartsModel {
    std::vector<analysis::ChartOffer> charts;
    analysis::ChartMaker::State chart;
};

} // namespace warpscope::workbench

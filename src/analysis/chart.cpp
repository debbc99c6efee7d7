#include "analysis/chart.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/csv.hpp"

namespace warpscope::analysis {

std::string chart_csv(const Chart& chart) {
    std::string out = fmt::format("series,{},{}\n", csv_quoted(chart.x.label), csv_quoted(chart.y.label));
    for (const ChartSeries& series : chart.series)
        for (const ChartPoint& p : series.points) out += fmt::format("{},{},{}\n", csv_quoted(series.name), p.x, p.y);
    return out;
}

std::vector<ChartPoint> worst_of(std::vector<ChartPoint> points, size_t max) {
    if (points.size() <= max || max == 0) return points;
    const size_t each = (points.size() + max - 1) / max;
    std::vector<ChartPoint> kept;
    for (size_t i = 0; i < points.size(); i += each) {
        size_t worst = i;
        for (size_t j = i; j < std::min(i + each, points.size()); ++j)
            if (points[j].y > points[worst].y) worst = j;
        kept.push_back(std::move(points[worst]));
    }
    return kept;
}

} // namespace warpscope::analysis

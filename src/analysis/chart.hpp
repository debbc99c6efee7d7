#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::analysis {

struct ChartAxis {
    std::string label; // with unit
    bool logarithmic = false;
};

struct ChartPoint {
    double x = 0, y = 0;
    std::string words; // shown when hovering; "": x and y
};

/// Curve with a legend entry. `style` selects an Okabe-Ito color and mark.
struct ChartSeries {
    enum class Form : uint8_t { marks, line, dashed, bars };
    std::string name;
    Form form = Form::marks; // marks: points joined by thin lines
    uint32_t style = 0;
    std::vector<ChartPoint> points; // ascending x
};

struct Chart {
    std::string name, title;
    ChartAxis x, y;
    std::vector<ChartSeries> series;
    std::vector<std::string> remarks;
};

[[nodiscard]] std::string chart_csv(const Chart& chart);

/// Returns about `max` points: of each group of neighbors, the one with the largest y. `points` must be sorted by x.
[[nodiscard]] std::vector<ChartPoint> worst_of(std::vector<ChartPoint> points, size_t max);

} // namespace warpscope::analysis

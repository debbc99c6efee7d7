// Charts as plain data: what is drawn, said and exported, without any drawing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::analysis {

struct ChartAxis {
    std::string label; // with its unit
    bool logarithmic = false;
};

struct ChartPoint {
    double x = 0, y = 0;
    std::string words; // on hover; empty: x and y say it
};

/// A line of the legend. `style` is its place among Okabe-Ito colours and marks.
struct ChartSeries {
    enum class Form : uint8_t { marks, line, dashed, bars };
    std::string name;
    Form form = Form::marks; // marks: points joined by thin lines
    uint32_t style = 0;
    std::vector<ChartPoint> points; // by x
};

struct Chart {
    std::string name, title;
    ChartAxis x, y;
    std::vector<ChartSeries> series;
    std::vector<std::string> remarks; // what is measured, published, left out
};

/// "series,x,y": one line per point, numbers with all their digits, names in quotes.
[[nodiscard]] std::string chart_csv(const Chart& chart);

/// `points` (by x) with at most about `most` left: of neighbours the one with the largest y.
[[nodiscard]] std::vector<ChartPoint> worst_of(std::vector<ChartPoint> points, size_t most);

} // namespace warpscope::analysis

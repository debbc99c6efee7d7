// Charts as plain data, independent of drawing and export.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::analysis {

struct ChartAxis {
    std::string label; // includes the unit
    bool logarithmic = false;
};

struct ChartPoint {
    double x = 0, y = 0;
    std::string words; // hover text; empty: x and y
};

/// Legend entry. `style` is an index into the Okabe-Ito colors and marks.
struct ChartSeries {
    enum class Form : uint8_t { marks, line, dashed, bars };
    std::string name;
    Form form = Form::marks; // marks: points joined by thin lines
    uint32_t style = 0;
    std::vector<ChartPoint> points; // sorted by x
};

struct Chart {
    std::string name, title;
    ChartAxis x, y;
    std::vector<ChartSeries> series;
    std::vector<std::string> remarks; // measured, published and omitted data
};

/// Returns "series,x,y" lines with full precision and quoted names.
[[nodiscard]] std::string chart_csv(const Chart& chart);

/// Thins out `points` to about `most`; keeps the largest y of neighbors. Expects points sorted by x.
[[nodiscard]] std::vector<ChartPoint> worst_of(std::vector<ChartPoint> points, size_t most);

} // namespace warpscope::analysis

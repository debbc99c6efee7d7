// An axis of a chart: from values to places and back, and where ticks go. Knows no drawing.
#pragma once

#include <string>
#include <vector>

namespace warpscope::ui {

class ChartScale {
public:
    /// Shows `low` to `high` with a little room. A linear axis from 0 up begins at 0. A logarithmic one has a band of
    /// its own for values that are not positive when `with_zero`; low and high are then of the positive values.
    [[nodiscard]] static ChartScale linear(double low, double high, double room = 0.05);
    [[nodiscard]] static ChartScale logarithmic(double low, double high, bool with_zero);

    /// 0 at the low end, 1 at the high end.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }

    struct Tick {
        double at = 0; // value
        std::string text;
    };
    /// About as many as fit when each takes `share` of the axis; at least one.
    [[nodiscard]] std::vector<Tick> ticks(double share) const;

private:
    double low_ = 0, high_ = 1;
    bool logarithmic_ = false, zero_ = false;
};

/// "0.25", "12 500", "3·10⁻⁷".
[[nodiscard]] std::string chart_number(double value);

} // namespace warpscope::ui

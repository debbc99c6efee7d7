#pragma once

#include <string>
#include <vector>

namespace warpscope::ui {

class ChartScale {
public:
    /// A linear axis starts at 0 if `low` is close to 0. `with_zero` adds a band for values <= 0 to a logarithmic axis.
    [[nodiscard]] static ChartScale linear(double low, double high, double room = 0.05);
    [[nodiscard]] static ChartScale logarithmic(double low, double high, bool with_zero);

    /// Returns the position: 0 at the low end, 1 at the high end.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }

    struct Tick {
        double at = 0;
        std::string text;
    };
    /// Returns at least one tick. `share`: part of the axis that a label takes.
    [[nodiscard]] std::vector<Tick> ticks(double share) const;

private:
    double low_ = 0, high_ = 1;
    bool logarithmic_ = false, zero_ = false;
};

/// Formats "0.25", "12 500" or "3·10⁻⁷".
[[nodiscard]] std::string chart_number(double value);

} // namespace warpscope::ui

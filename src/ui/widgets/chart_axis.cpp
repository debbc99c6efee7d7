#include "ui/widgets/chart_axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_text.hpp"

namespace warpscope::ui {

namespace {

constexpr double zero_band = 0.09; // share of a logarithmic axis below its first positive value

std::string power_of_ten(int exponent) {
    static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string out = "10";
    if (exponent < 0) out += "⁻";
    for (char c : std::to_string(std::abs(exponent))) out += digits[c - '0'];
    return out;
}

} // namespace

std::string chart_number(double value) {
    const double size = std::abs(value);
    if (value == 0) return "0";
    if (value == std::floor(value) && size < 1e9) return (value < 0 ? "-" : "") + grouped(static_cast<uint64_t>(size));
    if (size >= 1e-3 && size < 1e6) return fmt::format("{:.4g}", value);
    const int exponent = static_cast<int>(std::floor(std::log10(size)));
    return fmt::format("{:.3g}·{}", value / std::pow(10, exponent), power_of_ten(exponent));
}

ChartScale ChartScale::linear(double low, double high, double room) {
    ChartScale scale;
    const double span = high > low ? high - low : std::max(1.0, std::abs(high));
    scale.low_ = room > 0 && low >= 0 && low < 0.5 * span ? 0 : low - room * span;
    scale.high_ = high + room * span;
    return scale;
}

ChartScale ChartScale::logarithmic(double low, double high, bool with_zero) {
    ChartScale scale;
    scale.logarithmic_ = true;
    scale.zero_ = with_zero;
    const double room = std::pow(std::max(high / low, 1.5), 0.05);
    scale.low_ = low / room;
    scale.high_ = high * room;
    return scale;
}

double ChartScale::place(double value) const {
    if (!logarithmic_) return (value - low_) / (high_ - low_);
    if (value <= 0) return zero_ ? zero_band / 3 : 0;
    const double share = std::log(value / low_) / std::log(high_ / low_);
    return zero_ ? zero_band + share * (1 - zero_band) : share;
}

std::vector<ChartScale::Tick> ChartScale::ticks(double share) const {
    std::vector<Tick> ticks;
    if (!logarithmic_) {
        const double min_step = (high_ - low_) * std::clamp(share, 0.01, 1.0);
        const double power = std::pow(10, std::floor(std::log10(min_step)));
        double step = power * 10;
        for (double factor : {1.0, 2.0, 5.0})
            if (power * factor >= min_step) {
                step = power * factor;
                break;
            }
        for (double at = std::ceil(low_ / step) * step; at <= high_; at += step) {
            const double clean = std::abs(at) < step * 1e-9 ? 0 : at;
            ticks.push_back({clean, chart_number(clean)});
        }
        return ticks;
    }
    if (zero_) ticks.push_back({0, "0"});
    const int first = static_cast<int>(std::floor(std::log10(low_))),
              last = static_cast<int>(std::ceil(std::log10(high_)));
    const double decades = std::log10(high_ / low_);
    const double fit = 1 / std::clamp(share, 0.01, 1.0);
    const int each = std::max(1, static_cast<int>(std::ceil(decades / fit)));
    const bool between = decades * 3 < fit;
    for (int exponent = first; exponent <= last; ++exponent) {
        if ((exponent % each + each) % each != 0) continue;
        for (double factor : {1.0, 2.0, 5.0}) {
            if (factor > 1 && (!between || each > 1)) continue;
            const double at = factor * std::pow(10, exponent);
            if (at < low_ * 0.999 || at > high_ * 1.001) continue;
            const bool plain = exponent >= -3 && exponent <= 4;
            ticks.push_back({at, plain         ? chart_number(at)
                                 : factor == 1 ? power_of_ten(exponent)
                                               : fmt::format("{:.0f}·{}", factor, power_of_ten(exponent))});
        }
    }
    return ticks;
}

} // namespace warpscope::ui

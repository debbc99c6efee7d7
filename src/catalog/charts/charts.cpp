#include "catalog/charts/charts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "catalog/expression.hpp"
#include "catalog/text/caption.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {

std::optional<UlpFunction> parse_ulp_function(std::string_view text) {
    constexpr std::array<std::string_view, 5> plain{"sin", "cos", "exp", "exp10", "log"};
    const auto known = std::find(plain.begin(), plain.end(), text);
    if (known != plain.end()) return UlpFunction{*known, {}};
    if (text.starts_with("pow(") && text.ends_with(')') && text.size() > 5)
        return UlpFunction{"pow", text.substr(4, text.size() - 5)};
    return std::nullopt;
}

Result<SweepPoint> sweep_point(const Variant& variant, const ChartSpec& chart, const Settings& present, double value) {
    SweepPoint point;
    point.settings = default_settings(variant);
    point.settings.block = present.block;
    auto set = [&](const Parameter& parameter, double number) { point.settings.values[parameter.name] = number; };
    for (const Parameter& parameter : variant.parameters) {
        const auto chosen = present.values.find(parameter.name);
        if (chosen != present.values.end() && chosen->second >= parameter.minimum &&
            chosen->second <= parameter.maximum)
            set(parameter, chosen->second);
        if (parameter.name == chart.sweep) set(parameter, value);
    }
    const Lookup lookup = [&](std::string_view name) -> std::optional<int64_t> {
        if (name == chart.sweep) return static_cast<int64_t>(value);
        const auto known = point.settings.values.find(std::string(name));
        if (known == point.settings.values.end()) return std::nullopt;
        return static_cast<int64_t>(known->second);
    };
    for (const Parameter& parameter : variant.parameters) {
        const auto expression = chart.set.find(parameter.name);
        if (expression == chart.set.end()) continue;
        const auto number = evaluate(expression->second, lookup);
        if (!number) return tl::unexpected(number.error());
        set(parameter, static_cast<double>(*number));
    }
    for (const Parameter& parameter : variant.parameters)
        if (const double now = point.settings.values[parameter.name];
            now < parameter.minimum || now > parameter.maximum)
            return fail(ErrorKind::usage, msg("{} goes from {} to {}; {} is outside.", parameter.name,
                                              parameter.minimum, parameter.maximum, now));
    if (!chart.block.empty()) {
        std::array<uint32_t, 3> sides{1, 1, 1};
        for (size_t i = 0; i < chart.block.size() && i < 3; ++i) {
            const auto side = evaluate(chart.block[i], lookup);
            if (!side) return tl::unexpected(side.error());
            if (*side < 1 || *side > 1024)
                return fail(ErrorKind::usage, msg("The block would have a side of {} threads.", *side));
            sides[i] = static_cast<uint32_t>(*side);
        }
        point.settings.block = {sides[0], sides[1], sides[2]};
    }
    if (!chart.input.empty()) {
        const auto parts = parse_caption(chart.input);
        if (!parts) return tl::unexpected(parts.error());
        std::string text;
        for (const CaptionPart& part : *parts) {
            if (!part.is_expression) {
                text += part.text;
                continue;
            }
            const auto number = evaluate(part.text, lookup);
            if (!number) return tl::unexpected(number.error());
            text += std::to_string(*number);
        }
        auto spec = input::parse_spec(text);
        if (!spec) return tl::unexpected(spec.error());
        point.input = std::move(*spec);
    }
    return point;
}

} // namespace warpscope::catalog

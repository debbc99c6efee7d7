#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "catalog/experiment.hpp"
#include "catalog/text/caption.hpp"
#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

std::string number_text(double value) { return fmt::format("{}", value); }

} // namespace

std::string value_text(const Parameter& parameter, double value) {
    const auto number = static_cast<size_t>(std::max(value, 0.0));
    return number < parameter.choices.size() ? parameter.choices[number] : number_text(value);
}

Settings default_settings(const Variant& variant) {
    Settings settings;
    settings.block = variant.block;
    for (const Parameter& parameter : variant.parameters) settings.values[parameter.name] = parameter.initial;
    return settings;
}

Result<void> apply_setting(const Variant& variant, Settings& settings, std::string_view assignment) {
    const size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return fail(ErrorKind::usage, msg("'{}' is not a setting.", assignment),
                    msg("write NAME=VALUE, for example radius=3"));
    const std::string_view name = assignment.substr(0, equals), text = assignment.substr(equals + 1);
    const auto parameter = std::find_if(variant.parameters.begin(), variant.parameters.end(),
                                        [&](const Parameter& p) { return p.name == name; });
    if (parameter == variant.parameters.end()) {
        std::vector<std::string> names;
        for (const Parameter& p : variant.parameters) names.push_back(p.name);
        return fail(ErrorKind::usage, msg("'{}' has no parameter '{}'.", variant.name, name),
                    names.empty() ? msg("it has no parameters") : suggestion(name, names, msg("it has: ")));
    }
    auto value = plain_number(text);
    if (const auto& choices = parameter->choices; !choices.empty() && !value) {
        const auto choice = std::find(choices.begin(), choices.end(), text);
        if (choice == choices.end())
            return fail(ErrorKind::usage, msg("'{}' is not a choice for {}.", text, name),
                        suggestion(text, choices, msg("choices: ")));
        value = static_cast<double>(choice - choices.begin());
    }
    if (!value) return fail(ErrorKind::usage, msg("'{}' is not a number ({}).", text, name));
    if (!is_floating(parameter->type) && std::floor(*value) != *value)
        return fail(ErrorKind::usage, msg("{} is a whole number; {} is not.", name, text));
    if (*value < parameter->minimum || *value > parameter->maximum)
        return fail(ErrorKind::usage, msg("{} goes from {} to {}; {} is outside.", name,
                                          number_text(parameter->minimum), number_text(parameter->maximum), text));
    settings.values[parameter->name] = *value;
    return {};
}

} // namespace warpscope::catalog

#include "catalog/guess/setup_draft.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "catalog/guess/parameter_names.hpp"

namespace warpscope::catalog {
namespace {

std::string template_argument(std::string_view instance, size_t index) {
    const size_t open = instance.find('<');
    if (open == std::string_view::npos) return {};
    std::string_view rest = instance.substr(open + 1);
    for (; index > 0; --index) rest.remove_prefix(std::min(rest.find(", ") + 2, rest.size()));
    return std::string(rest.substr(0, std::min(rest.find(", "), rest.find('>'))));
}

} // namespace

void SetupDraft::add_slider(const std::string& name, double initial, double smallest, double largest,
                            const std::string& help, ElementType type) {
    Parameter slider;
    slider.name = slider.title = name;
    slider.help = help;
    slider.type = type;
    slider.minimum = smallest;
    slider.maximum = largest;
    slider.initial = initial;
    slider.step = is_floating(type) ? (largest - smallest) / 100 : 1;
    variant.parameters.push_back(std::move(slider));
}

std::string type_name(const compile::SourceKernel& kernel, const std::string& instance,
                      const compile::SourceParameter& parameter) {
    for (size_t i = 0; i < kernel.template_parameters.size(); ++i)
        if (kernel.template_parameters[i].ends_with(" " + parameter.type)) return template_argument(instance, i);
    return parameter.type;
}

namespace {

using compile::SourceKernel;
using compile::SourceParameter;

/// Recognizes numbers whose name does not decide their meaning, such as "n" and "iw".
bool is_open(const SourceParameter& parameter) {
    const auto type = cell_type(parameter.type);
    const ScalarMeaning named = meaning_of(parameter.name);
    return is_value(parameter) && type && !type->is_vector && !is_floating(type->type) &&
           (named == ScalarMeaning::unknown || named == ScalarMeaning::count);
}

/// Returns whether exactly one number bounds the index of each axis, and no further one bounds anything.
bool has_one_bound_per_axis(const SourceKernel& kernel) {
    if (kernel.dimensions < 2) return false;
    std::array<int, 4> bounds{};
    for (const SourceParameter& one : kernel.parameters) {
        if (!is_value(one) || (!one.bounds_index && !one.bounds_loop)) continue;
        if (one.bounds_index)
            ++bounds[one.bounded_axis];
        else if (is_open(one))
            return false; // the length of a dot product
    }
    return bounds[0] == 0 && bounds[1] == 1 && bounds[2] == 1 && bounds[3] <= 1;
}

} // namespace

ScalarMeaning meaning_in(const SourceKernel& kernel, const SourceParameter& parameter) {
    using enum ScalarMeaning;
    const ScalarMeaning named = meaning_of(parameter.name);
    if (!is_open(parameter) || range_part(parameter.name) != RangePart::none) return named;
    if (!kernel.block_row.empty()) {
        if (parameter.name == kernel.block_row) return width;
        const auto others = std::ranges::count_if(kernel.parameters, [&](const SourceParameter& one) {
            return one.name != kernel.block_row && is_open(one) && meaning_of(one.name) == count;
        });
        if (parameter.bounds_blocks || (named == count && others == 1)) return height;
    }
    if (parameter.bounds_index && has_one_bound_per_axis(kernel))
        return parameter.bounded_axis == 1 ? width : parameter.bounded_axis == 2 ? height : depth;
    const bool is_pitch = named == unknown && parameter.multiplies_row && kernel.dimensions >= 2;
    return is_pitch ? width : named;
}

bool has_bounds_check(const SourceKernel& kernel) {
    return std::ranges::any_of(kernel.parameters,
                               [](const SourceParameter& one) { return is_value(one) && one.bounds_index; });
}

bool begins_rows(const compile::SourceParameter& parameter) {
    return parameter.is_pointer && parameter.names_next && names_beginnings(parameter.name);
}

} // namespace warpscope::catalog

#include "catalog/guess/setup_draft.hpp"

#include <algorithm>
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

bool begins_rows(const compile::SourceParameter& parameter) {
    return parameter.is_pointer && parameter.names_next && names_beginnings(parameter.name);
}

} // namespace warpscope::catalog

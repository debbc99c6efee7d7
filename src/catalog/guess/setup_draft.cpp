#include "catalog/guess/setup_draft.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "base/launch.hpp"
#include "catalog/guess/parameter_names.hpp"
#include "source/tokens.hpp"

namespace warpscope::catalog {
namespace {

std::string template_argument(std::string_view instance, size_t index) {
    const size_t open = instance.find('<');
    if (open == std::string_view::npos) return {};
    std::string out;
    int depth = 0;
    for (const char c : instance.substr(open + 1)) {
        if (depth == 0 && (c == '>' || (c == ',' && index == 0))) break;
        depth += c == '<' ? 1 : c == '>' ? -1 : 0;
        if (depth == 0 && c == ',')
            --index;
        else if (index == 0 && !(c == ' ' && out.empty()))
            out += c;
    }
    return index == 0 ? out : std::string();
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

std::set<std::string> words_in(const std::string& text) {
    std::set<std::string> out;
    for (const source::Token& token : source::tokens_of(text))
        if (token.is_word()) out.emplace(token.text);
    return out;
}

Expression replace_names(const Expression& text, const std::function<Expression(std::string_view name)>& value_of) {
    Expression out;
    size_t last = 0;
    const source::Tokens tokens = source::tokens_of(text);
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is_word() || tokens[i - 1].is(".") || tokens[i + 1].is(".") || tokens[i + 1].is("(")) continue;
        const Expression value = value_of(tokens[i].text);
        const bool is_name = words_in(value).size() == 1 && value.find_first_of(" (") == std::string::npos;
        out += text.substr(last, tokens[i].begin - last);
        out += value.empty() ? std::string(tokens[i].text) : is_name ? value : "(" + value + ")";
        last = tokens[i].end;
    }
    return out + text.substr(last);
}

std::string slider_name(const std::string& name) {
    for (const std::string_view taken : {"width", "height", "depth", "cells", "iteration", "round", "blocks", "threads",
                                         "side", "columns", "lines", "planes", "elements"})
        if (name == taken) return name + "_";
    return name;
}

std::string type_name(const compile::SourceKernel& kernel, const std::string& instance,
                      const compile::SourceParameter& parameter) {
    for (size_t i = 0; i < kernel.template_parameters.size(); ++i)
        if (kernel.template_parameters[i].ends_with(" " + parameter.type)) return template_argument(instance, i);
    return parameter.type;
}

std::optional<uint32_t> instance_block_width(const compile::SourceKernel& kernel, const std::string& instance) {
    if (!kernel.block_size_parameter) return std::nullopt;
    const std::string text = template_argument(instance, *kernel.block_size_parameter);
    uint32_t width = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
    const bool is_block = error == std::errc{} && width > 0 && width <= DeviceLimits{}.max_threads_per_block;
    return is_block ? std::optional(width) : std::nullopt;
}

namespace {

using compile::SourceKernel;
using compile::SourceParameter;

bool has_ambiguous_name(const SourceParameter& parameter) {
    const auto type = cell_type(parameter.type);
    const ScalarMeaning named = meaning_of(parameter.name);
    return is_value(parameter) && type && !type->is_vector && !is_floating(type->type) &&
           (named == ScalarMeaning::unknown || named == ScalarMeaning::count);
}

/// Returns a name's meaning in a pair, such as "worldWidth" with "worldHeight", or "dstRows" with "dstCols".
ScalarMeaning meaning_in_pair(const SourceKernel& kernel, const SourceParameter& parameter) {
    const NamedExtent own = split_extent(parameter.name);
    const bool has_partner = std::ranges::any_of(kernel.parameters, [&](const SourceParameter& one) {
        const NamedExtent other = split_extent(one.name);
        return is_value(one) && other.stem == own.stem && other.meaning != ScalarMeaning::unknown &&
               other.meaning != own.meaning;
    });
    return has_partner ? own.meaning : ScalarMeaning::unknown;
}

bool names_length_of_array(const SourceKernel& kernel, const SourceParameter& parameter) {
    return std::ranges::any_of(kernel.parameters, [&](const SourceParameter& array) {
        return array.is_pointer && names_length_of(parameter.name, array.name);
    });
}

bool names_width(const SourceKernel& kernel) {
    return std::ranges::any_of(kernel.parameters, [](const SourceParameter& one) {
        return is_value(one) && meaning_of(one.name) == ScalarMeaning::width;
    });
}

/// Returns whether exactly one number bounds each axis, and each number that bounds only a loop has a clear meaning.
bool has_one_bound_per_axis(const SourceKernel& kernel) {
    if (kernel.dimensions < 2) return false;
    std::array<int, 4> bounds{};
    for (const SourceParameter& one : kernel.parameters) {
        if (!is_value(one) || (!one.bounds_index && !one.bounds_loop)) continue;
        if (one.bounds_index)
            ++bounds[one.bounded_axis];
        else if (has_ambiguous_name(one))
            return false; // the number may be the length of a dot product
    }
    return bounds[0] == 0 && bounds[1] == 1 && bounds[2] == 1 && bounds[3] <= 1;
}

/// Returns whether a stride is a step in pixels, as in convolutions, not the length of a row. In a kernel of one
/// dimension with a count, a width is a step as well.
bool is_step(const SourceKernel& kernel, const SourceParameter& parameter) {
    if (!is_value(parameter) || parameter.multiplies_row || parameter.bounds_threads || parameter.bounds_loop)
        return false;
    const auto has_other = [&](ScalarMeaning meaning) {
        return std::ranges::any_of(kernel.parameters, [&](const SourceParameter& one) {
            return is_value(one) && one.name != parameter.name && meaning_of(one.name) == meaning;
        });
    };
    const bool is_matrix = kernel.has_line_per_thread() || !kernel.block_row.empty();
    if (parameter.name == "stride") return has_other(ScalarMeaning::width);
    return parameter.name == "width" && kernel.dimensions == 1 && !is_matrix && !has_other(ScalarMeaning::height) &&
           std::ranges::any_of(kernel.parameters, [](const SourceParameter& one) {
               return is_value(one) && meaning_of(one.name) == ScalarMeaning::count && one.bounds_index;
           });
}

} // namespace

ScalarMeaning meaning_in(const SourceKernel& kernel, const SourceParameter& parameter) {
    using enum ScalarMeaning;
    const ScalarMeaning named = meaning_of(parameter.name);
    if (is_step(kernel, parameter)) return unknown;
    if (is_value(parameter) && (parameter.name == kernel.thread_row || parameter.name == kernel.thread_column))
        return width;
    if (!has_ambiguous_name(parameter) || range_part(parameter.name) != RangePart::none) return named;
    if (kernel.has_line_per_thread()) {
        const bool by_rows = !kernel.thread_row.empty();
        if (parameter.bounds_rows) return height;
        if (parameter.bounds_threads) return by_rows ? height : width;
        if (parameter.bounds_loop) return by_rows ? width : height;
    }
    if (!kernel.block_row.empty()) {
        if (parameter.name == kernel.block_row) return width;
        const auto others = std::ranges::count_if(kernel.parameters, [&](const SourceParameter& one) {
            return one.name != kernel.block_row && has_ambiguous_name(one) && meaning_of(one.name) == count;
        });
        if (parameter.bounds_blocks || (named == count && others == 1)) return height;
    }
    if (parameter.bounds_index && has_one_bound_per_axis(kernel))
        return parameter.bounded_axis == 1 ? width : parameter.bounded_axis == 2 ? height : depth;
    if (named == count && parameter.name == "k" && !is_used_as_size(parameter)) return unknown;
    if (named != unknown) return named;
    if (parameter.bounds_index && parameter.bounded_axis == 3 && !names_width(kernel)) return depth;
    if (const ScalarMeaning paired = meaning_in_pair(kernel, parameter); paired != unknown) return paired;
    if (parameter.multiplies_row && kernel.dimensions >= 2) return width;
    return parameter.bounds_threads || names_length_of_array(kernel, parameter) ? count : unknown;
}

bool is_unused_size(const SourceKernel& kernel, const SourceParameter& parameter) {
    if (!is_value(parameter) || parameter.is_used || !has_ambiguous_name(parameter)) return false;
    return kernel.dimensions == 1 || meaning_in(kernel, parameter) == ScalarMeaning::count;
}

bool expects_any_size(const SourceKernel& kernel) {
    return std::ranges::any_of(kernel.parameters, [&](const SourceParameter& one) {
        return is_value(one) && (one.bounds_index || is_unused_size(kernel, one));
    });
}

bool has_whole_tiles(const SourceKernel& kernel) {
    return kernel.block_step_x > 1 && kernel.block_step_y > 1 && kernel.uses_shared &&
           std::ranges::none_of(kernel.parameters, &SourceParameter::bounds_index);
}

bool begins_rows(const compile::SourceParameter& parameter) {
    return parameter.is_pointer && parameter.names_next && names_beginnings(parameter.name);
}

} // namespace warpscope::catalog

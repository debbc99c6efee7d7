#include "catalog/guess/output_guess.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "catalog/guess/parameter_names.hpp"

namespace warpscope::catalog {
namespace {

using compile::SourceKernel;
using compile::SourceParameter;
using compile::SourceVariable;

bool has_output(const Variant& variant) {
    return std::ranges::any_of(variant.buffers,
                               [](const BufferSpec& buffer) { return buffer.role == BufferRole::output; });
}

void add_variables(const SourceKernel& kernel, Variant& variant, std::vector<Guess>& guesses) {
    std::vector<SourceVariable> variables = kernel.stored_variables;
    std::ranges::stable_partition(variables, [](const SourceVariable& one) { return !one.extents.empty(); });
    for (const SourceVariable& one : variables) {
        const std::string name = one.name.substr(one.name.rfind(':') + 1);
        const auto type = cell_type(one.type);
        const bool taken =
            std::ranges::find(kernel.parameters, name, &SourceParameter::name) != kernel.parameters.end();
        if (!type || one.extents.size() > 3 || taken) continue;
        std::vector<Expression> extents(3, "1");
        for (size_t i = 0; i < one.extents.size(); ++i)
            extents[i] = std::to_string(one.extents[one.extents.size() - 1 - i]);
        BufferSpec buffer;
        buffer.name = name;
        buffer.variable = one.name;
        buffer.role = BufferRole::output;
        buffer.type = type->type;
        buffer.channels = type->channels;
        std::tie(buffer.width, buffer.height, buffer.depth) = std::tie(extents[0], extents[1], extents[2]);
        buffer.contents = "0";
        buffer.owners = one.is_atomic ? Owners::many : Owners::any;
        guesses.push_back({Guess::About::buffer, name, msg("{}: a __device__ variable that the kernel writes", name)});
        variant.buffers.push_back(std::move(buffer));
    }
}

/// Returns the buffer of the last non-const pointer passed to a function, otherwise the last buffer.
BufferSpec& likely_output(const SourceKernel& kernel, Variant& variant) {
    BufferSpec* likely = &variant.buffers.back();
    for (const SourceParameter& parameter : kernel.parameters)
        if (parameter.is_passed_on && !parameter.points_to_const)
            for (BufferSpec& buffer : variant.buffers)
                if (buffer.name == parameter.name) likely = &buffer;
    return *likely;
}

} // namespace

void choose_output(const SourceKernel& kernel, Variant& variant, std::vector<Guess>& guesses) {
    if (!has_output(variant)) add_variables(kernel, variant, guesses);
    if (!has_output(variant) && !variant.buffers.empty()) {
        BufferSpec& shown = likely_output(kernel, variant);
        shown.role = BufferRole::output;
        guesses.push_back({Guess::About::buffer, shown.name,
                           msg("{}: shown, since no output was found in the kernel's code", shown.name)});
    }
    if (!variant.buffers.empty()) return;
    BufferSpec none;
    none.name = "nothing";
    none.role = BufferRole::output;
    none.width = none.height = none.depth = "1";
    none.owners = Owners::any;
    variant.buffers.push_back(std::move(none));
}

} // namespace warpscope::catalog

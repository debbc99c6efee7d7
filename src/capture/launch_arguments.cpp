#include "capture/launch_arguments.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "capture/parameter_types.hpp"
#include "catalog/guess/parameter_names.hpp"

namespace warpscope::capture {
namespace {

using catalog::ArgumentSpec;

constexpr uint32_t pointer_bytes = 8;

/// Returns whether an experiment file can express the value exactly.
bool is_exact(const std::byte* bytes, ElementType type) {
    const double value = element_as_double(bytes, type, 0);
    if (!std::isfinite(value)) return false;
    return is_floating(type) || std::abs(value) <= 9e15;
}

std::string number_text(const std::byte* bytes, ElementType type) { return element_text(bytes, type, 0); }

ElementType unsigned_of(uint64_t bytes) {
    return bytes == 1   ? ElementType::u8
           : bytes == 2 ? ElementType::u16
           : bytes == 4 ? ElementType::u32
                        : ElementType::u64;
}

std::string slider_name(const std::string& name) {
    for (const std::string_view taken :
         {"width", "height", "depth", "cells", "iteration", "round", "blocks", "threads"})
        if (name == taken) return name + "_";
    return name;
}

std::string dimensions_text(const Dim3& size) {
    if (size.z > 1) return fmt::format("dim3({}, {}, {})", size.x, size.y, size.z);
    return size.y > 1 ? fmt::format("dim3({}, {})", size.x, size.y) : fmt::format("{}", size.x);
}

std::string passed_value(const LaunchArguments& arguments, const ArgumentSpec& argument) {
    if (!argument.fields.empty()) return "{…}";
    for (const catalog::Parameter& slider : arguments.sliders)
        if (slider.name == argument.text) return fmt::format("{:.7g}", slider.initial);
    const size_t type_end = argument.text.find(':');
    return type_end == std::string::npos ? argument.text : argument.text.substr(type_end + 1);
}

} // namespace

LaunchArguments make_arguments(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                               const std::vector<ParameterText>& texts,
                               const std::function<std::string(uint64_t address)>& buffer_at) {
    LaunchArguments out;
    const auto word_at = [&](uint64_t offset) {
        uint64_t word = 0;
        std::memcpy(&word, launch.parameters.data() + offset, sizeof(word));
        return word;
    };
    const auto add_words = [&](ArgumentSpec& spec, const simt::ParameterInfo& parameter) {
        const uint64_t unit = parameter.alignment >= 4 && parameter.bytes % 4 == 0 ? 4 : 1;
        for (uint64_t at = 0; at < parameter.bytes;) {
            const uint64_t offset = parameter.offset + at;
            const std::string buffer =
                at % pointer_bytes == 0 && parameter.bytes - at >= pointer_bytes && parameter.alignment >= pointer_bytes
                    ? buffer_at(word_at(offset))
                    : std::string();
            const ElementType type = unsigned_of(unit);
            spec.fields.push_back({buffer.empty() ? fmt::format("{}:{}", name_of(type),
                                                                number_text(launch.parameters.data() + offset, type))
                                                  : buffer,
                                   {}});
            at += buffer.empty() ? unit : pointer_bytes;
        }
    };
    for (size_t i = 0; i < parameters.size(); ++i) {
        const simt::ParameterInfo& parameter = parameters[i];
        const ParameterText text = i < texts.size() ? texts[i] : ParameterText();
        ArgumentSpec& spec = out.arguments.emplace_back();
        const std::byte* const bytes = launch.parameters.data() + parameter.offset;
        const bool is_pointer = text.type.ends_with('*');
        if (parameter.bytes == pointer_bytes)
            if (spec.text = buffer_at(word_at(parameter.offset)); !spec.text.empty()) continue;
        if (is_pointer) { // null or host pointer
            spec.text = fmt::format("u64:{}", word_at(parameter.offset));
            out.facts.push_back(
                msg("{} points to no device memory: {}", text.name, fmt::format("{:#x}", word_at(parameter.offset))));
            continue;
        }
        const auto written = number_type(text.type);
        ElementType type = written ? written->type : unsigned_of(parameter.bytes);
        if (!written && parameter.type == ptx::Type::f32) type = ElementType::f32;
        if (!written && parameter.type == ptx::Type::f64) type = ElementType::f64;
        if ((written && written->channels != 1) || size_of(type) != parameter.bytes || !is_exact(bytes, type)) {
            add_words(spec, parameter);
            continue;
        }
        const double value = element_as_double(bytes, type, 0);
        const bool whole = !is_floating(type);
        if (whole) out.whole_numbers.push_back(static_cast<int64_t>(value));
        const bool slides = !text.name.empty() && parameter.bytes >= 4 &&
                            (!whole || (!catalog::names_size(text.name) && std::abs(value) <= 64));
        if (!slides) {
            spec.text = fmt::format("{}:{}", name_of(type), number_text(bytes, type));
            continue;
        }
        catalog::Parameter slider;
        slider.name = slider_name(text.name);
        slider.title = text.name;
        slider.type = type;
        slider.initial = value;
        const double reach = value == 0 ? (whole ? 16 : 1) : 2 * std::abs(value);
        slider.minimum = value < 0 ? -reach : 0;
        slider.maximum = whole ? std::max(reach, 8.0) : reach;
        slider.step = whole ? 1 : (slider.maximum - slider.minimum) / 100;
        spec.text = slider.name;
        out.sliders.push_back(std::move(slider));
    }
    return out;
}

std::string launch_call(const KeptLaunch& launch, const LaunchArguments& arguments,
                        const std::vector<ParameterText>& texts) {
    std::vector<std::string> passed;
    for (size_t i = 0; i < arguments.arguments.size(); ++i) {
        const std::string value = passed_value(arguments, arguments.arguments[i]);
        const std::string name = i < texts.size() ? texts[i].name : std::string();
        passed.push_back(name.empty() || name == value ? value : fmt::format("{} = {}", name, value));
    }
    const LaunchConfig& config = launch.config;
    std::string shape = dimensions_text(config.grid) + ", " + dimensions_text(config.block);
    if (config.dynamic_shared_bytes > 0) shape += fmt::format(", {}", config.dynamic_shared_bytes);
    return fmt::format("{}<<<{}>>>({})", parts_of(launch.kernel).name, shape, fmt::join(passed, ", "));
}

} // namespace warpscope::capture

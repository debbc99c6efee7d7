#include "catalog/arguments.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/text.hpp"
#include "catalog/text/caption.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

std::vector<std::string> split_at_commas(std::string_view text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0)
            parts.emplace_back();
        else if (c != ' ' || !parts.back().empty())
            parts.back() += c;
    }
    return parts;
}

Result<ArgumentText> parse_vector(std::string_view text, std::string_view type, std::string_view values) {
    const char count = type.back();
    ArgumentText argument;
    argument.type = element_type(type.substr(0, type.size() - 2));
    argument.is_vector = true;
    argument.values = split_at_commas(values);
    if (argument.values.size() != static_cast<size_t>(count - '0'))
        return fail(ErrorKind::failed,
                    msg("argument \"{}\": {} values for a vector of {}.", text, argument.values.size(), count));
    return argument;
}

Result<ScalarArgument> make_scalar(ElementType type, const std::string& text, const ArgumentValues& values) {
    if (const auto literal = plain_number(text); literal && is_floating(type))
        return ScalarArgument{text, type, *literal};
    const auto value = values.number(text);
    if (!value) return tl::unexpected(value.error());
    return ScalarArgument{text, type, static_cast<double>(*value)};
}

Result<Argument> make_pointer(uint32_t buffer, const Expression& offset, const ArgumentValues& values) {
    const auto elements = values.number(offset);
    if (!elements) return tl::unexpected(elements.error());
    const BufferSpec& spec = values.buffers[buffer];
    const uint64_t all = values.bytes(buffer) / size_of(spec.type);
    if (*elements < 0 || static_cast<uint64_t>(*elements) > all)
        return fail(ErrorKind::usage,
                    msg("'{}' has {} elements; {} + {} is outside.", spec.name, all, spec.name, *elements));
    return BufferArgument{buffer, static_cast<uint64_t>(*elements) * size_of(spec.type)};
}

Result<Argument> make_vector(const ArgumentText& text, const ArgumentValues& values) {
    StructArgument out;
    for (const std::string& value : text.values) {
        auto element = make_scalar(*text.type, value, values);
        if (!element) return tl::unexpected(element.error());
        out.add(std::move(*element));
    }
    out.align(vector_alignment(*text.type, text.values.size()));
    return out;
}

Result<Argument> make_struct(const ArgumentSpec& spec, const ArgumentValues& values) {
    StructArgument out;
    for (const ArgumentSpec& field : spec.fields) {
        auto value = make_argument(field, values);
        if (!value) return value;
        std::visit([&](auto& one) { out.add(std::move(one)); }, *value);
    }
    return out;
}

} // namespace

uint32_t vector_alignment(ElementType type, size_t count) {
    constexpr uint32_t max = 16;
    const uint32_t bytes = size_of(type);
    return count % 2 == 0 ? std::min(max, bytes * static_cast<uint32_t>(count)) : bytes;
}

Result<ArgumentText> parse_argument(std::string_view text) {
    ArgumentText argument;
    if (const size_t colon = text.find(':'); colon != std::string_view::npos) {
        const std::string_view type = text.substr(0, colon), value = text.substr(colon + 1);
        const bool is_vector = type.size() > 2 && type[type.size() - 2] == 'x' && type.back() >= '1' &&
                               type.back() <= '4' && element_type(type.substr(0, type.size() - 2));
        if (is_vector) return parse_vector(text, type, value);
        argument.type = element_type(type);
        if (!argument.type)
            return fail(ErrorKind::failed, msg("argument \"{}\": '{}' is not a type.", text, type),
                        msg("types: u8 s8 u16 s16 u32 s32 u64 s64 f16 f32 f64, and vectors of them: f32x3"));
        argument.values.emplace_back(value);
        return argument;
    }
    if (const size_t at = text.find('@'); at != std::string_view::npos) {
        const std::vector<std::string> place = split_at_commas(text.substr(at + 1));
        if (place.size() > 2)
            return fail(ErrorKind::failed, msg("argument \"{}\": at most a part and a row may follow '@'.", text));
        argument.part = place[0];
        if (place.size() == 2) argument.row = place[1];
        text = text.substr(0, at);
    }
    if (const size_t plus = text.find('+'); plus != std::string_view::npos && argument.part.empty()) {
        argument.offset = trim(text.substr(plus + 1));
        text = trim(text.substr(0, plus));
        if (argument.offset.empty())
            return fail(ErrorKind::failed, msg("argument \"{} +\": the offset is missing.", text));
    }
    for (;;) {
        const size_t bar = text.find('|');
        argument.names.emplace_back(text.substr(0, bar));
        if (bar == std::string_view::npos) return argument;
        text.remove_prefix(bar + 1);
    }
}

Result<Argument> make_argument(const ArgumentSpec& spec, const ArgumentValues& values) {
    if (!spec.fields.empty()) return make_struct(spec, values);
    const auto parsed = parse_argument(spec.text);
    if (!parsed) return tl::unexpected(parsed.error());
    if (parsed->is_vector) return make_vector(*parsed, values);
    if (parsed->type) return make_scalar(*parsed->type, parsed->values.front(), values);
    const std::string& name = parsed->names[values.iteration % parsed->names.size()];
    for (const Parameter& parameter : values.parameters)
        if (parameter.name == name) return ScalarArgument{name, parameter.type, values.value_of(parameter)};
    for (uint32_t i = 0; i < values.buffers.size(); ++i)
        if (values.buffers[i].name == name) {
            if (!parsed->offset.empty()) return make_pointer(i, parsed->offset, values);
            if (parsed->part.empty()) return BufferArgument{i};
            return values.offset(i, parsed->part, parsed->row).map([&](uint64_t offset) -> Argument {
                return BufferArgument{i, offset};
            });
        }
    for (uint32_t i = 0; i < values.textures.size(); ++i)
        if (values.textures[i].name == name) return TextureArgument{i};
    return fail(ErrorKind::failed, msg("There is no buffer or parameter '{}'.", name));
}

} // namespace warpscope::catalog

#include "catalog/prepare/evaluation.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

#include "catalog/expression.hpp"
#include "catalog/text/caption.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {

tl::unexpected<Diagnostic> misuse(Message message) { return fail(ErrorKind::usage, std::move(message)); }

void Evaluation::set(const std::string& name, const Dim3& value) {
    set(name + ".x", value.x);
    set(name + ".y", value.y);
    set(name + ".z", value.z);
}

std::optional<int64_t> Evaluation::find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
}

double Evaluation::value_of(const Parameter& parameter) const {
    const auto found = settings_.values.find(parameter.name);
    return found == settings_.values.end() ? parameter.initial : found->second;
}

Result<int64_t> Evaluation::number(const Expression& text) const {
    return evaluate_with(variant_.values, text, [this](std::string_view name) { return find(name); });
}

Result<uint32_t> Evaluation::extent(const Expression& text, const Message& what) const {
    const auto value = number(text);
    if (!value) return tl::unexpected(value.error());
    if (*value < 1)
        return misuse(msg("{} ({}) comes out as {} with these settings; it must be at least 1.", what, text, *value));
    if (*value > std::numeric_limits<uint32_t>::max())
        return misuse(msg("{} ({}) comes out as {}, which is too large.", what, text, *value));
    return static_cast<uint32_t>(*value);
}

Result<Dim3> Evaluation::dimensions(const std::vector<Expression>& extents, const Message& what) const {
    std::array<uint32_t, 3> values{1, 1, 1};
    for (size_t i = 0; i < extents.size(); ++i) {
        const auto value = extent(extents[i], what);
        if (!value) return tl::unexpected(value.error());
        values[i] = *value;
    }
    return Dim3{values[0], values[1], values[2]};
}

Result<std::string> Evaluation::filled_in(const std::string& text, std::map<std::string, std::string>* values) const {
    const auto parts = parse_caption(text);
    if (!parts) return tl::unexpected(parts.error());
    std::string out;
    for (const CaptionPart& part : *parts) {
        if (part.is_condition) {
            const auto value = number(part.text);
            if (!value) return tl::unexpected(value.error());
            if (*value == 0) return std::string();
            continue;
        }
        if (!part.is_expression) {
            out += part.text;
            continue;
        }
        const auto parameter =
            std::find_if(variant_.parameters.begin(), variant_.parameters.end(), [&](const Parameter& p) {
                return p.name == part.text && (is_floating(p.type) || !p.choices.empty());
            });
        std::string said;
        if (parameter != variant_.parameters.end()) {
            const double value = value_of(*parameter);
            said = is_floating(parameter->type) ? fmt::format("{}", value) : value_text(*parameter, value);
        } else {
            const auto value = number(part.text);
            if (!value) return tl::unexpected(value.error());
            said = fmt::format("{}", *value);
        }
        out += said;
        if (values != nullptr) (*values)[part.text] = std::move(said);
    }
    return out;
}

} // namespace warpscope::catalog

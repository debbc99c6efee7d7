#include "catalog/check.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "catalog/arguments.hpp"
#include "catalog/check_buffers.hpp"
#include "catalog/check_devices.hpp"
#include "catalog/expression.hpp"
#include "catalog/formula.hpp"
#include "catalog/text/caption.hpp"
#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

const std::vector<std::string> input_names{"width", "height", "depth", "cells"};
const std::vector<std::string> block_names{"block.x", "block.y", "block.z"};
const std::vector<std::string> grid_names{"grid.x", "grid.y", "grid.z"};
const std::vector<std::string> count_names{"blocks", "threads"};

class Checker {
public:
    Checker(const Variant& variant, const Report& report)
        : variant_(variant)
        , report_(report) {}

    void check() {
        parameters();
        BufferChecks(variant_, report_, expression_).check(base_names());
        devices_.check_values(with(base_names(), devices_.device_names()), reserved_names());
        expression({}, Message::verbatim("devices"), variant_.devices, base_names());
        for (size_t i = 0; i < variant_.launches.size(); ++i) launch(i);
        if (variant_.launches.empty()) report_({}, msg("there is no [[launch]]."), {});
        if (variant_.window) window();
        if (variant_.arrangement) arrangement();
        for (size_t i = 0; i < variant_.captions.size(); ++i) caption(i);
        for (size_t i = 0; i < variant_.charts.size(); ++i) chart(i);
    }

private:
    [[nodiscard]] Names base_names() const {
        Names names = block_names;
        if (main_input(variant_) != nullptr) names.insert(names.end(), input_names.begin(), input_names.end());
        for (const Parameter& parameter : variant_.parameters)
            if (!is_floating(parameter.type)) names.push_back(parameter.name);
        return with(std::move(names), devices_.common_names());
    }
    static Names with(Names names, const Names& more) {
        names.insert(names.end(), more.begin(), more.end());
        return names;
    }

    void expression(PartRef where, const Message& what, const Expression& text, const Names& known) {
        const auto used = names_in(text);
        if (!used) {
            report_(where, msg("{}: {}", what, used.error().message), {});
            return;
        }
        for (const std::string& name : *used)
            if (std::find(known.begin(), known.end(), name) == known.end())
                report_(where, msg("{}: '{}' in \"{}\" is not known.", what, name, text),
                        std::ranges::find(input_names, name) != input_names.end()
                            ? msg("an input with main = true gives width, height and depth")
                            : suggestion(name, known, msg("known names: ")));
    }

    [[nodiscard]] Names reserved_names() const {
        Names reserved = with(with(block_names, grid_names), count_names);
        reserved.insert(reserved.end(), {"iteration", "round", "device"});
        if (main_input(variant_) != nullptr) reserved = with(reserved, input_names);
        return reserved;
    }

    void parameters() {
        unique_names(PartRef::Kind::parameter, variant_.parameters, report_);
        const Names reserved = reserved_names();
        for (size_t i = 0; i < variant_.parameters.size(); ++i) {
            const Parameter& p = variant_.parameters[i];
            const PartRef where{PartRef::Kind::parameter, i};
            if (std::find(reserved.begin(), reserved.end(), p.name) != reserved.end())
                report_(where, msg("'{}' already has a meaning here; choose another name.", p.name), {});
            if (p.minimum > p.maximum)
                report_(where, msg("the range of '{}' goes from {} down to {}.", p.name, p.minimum, p.maximum), {});
            else if (p.initial < p.minimum || p.initial > p.maximum)
                report_(
                    where,
                    msg("'{}' starts at {}, outside its range from {} to {}.", p.name, p.initial, p.minimum, p.maximum),
                    {});
            if (!(p.step > 0)) report_(where, msg("the step of '{}' must be above 0.", p.name), {});
        }
    }

    void launch(size_t index) {
        const LaunchSpec& launch = variant_.launches[index];
        const PartRef where{PartRef::Kind::launch, index};
        const bool begins_loop =
            !launch.loop.empty() && (index == 0 || variant_.launches[index - 1].loop != launch.loop);
        if (begins_loop && launch.rounds.empty())
            report_(where, msg("the loop '{}' begins here, but its 'rounds' are missing.", launch.loop), {});
        if (!begins_loop && !launch.rounds.empty())
            report_(where, msg("only the first launch of the loop '{}' has 'rounds'.", launch.loop), {});
        if (begins_loop && !launch.rounds.empty())
            expression(where, Message::verbatim("rounds"), launch.rounds, base_names());
        Names plain = base_names();
        if (!launch.loop.empty()) plain.push_back("round");
        expression(where, Message::verbatim("repeat"), launch.repeat, plain);
        if (launch.on_each_device) plain = with(plain, devices_.device_names());
        const Names repeated = with(plain, {"iteration"});
        devices_.check_copies(where, launch, repeated);
        for (const Expression& extent : launch.block) expression(where, Message::verbatim("block"), extent, repeated);
        for (const Expression& extent : launch.grid) expression(where, Message::verbatim("grid"), extent, repeated);
        if (launch.grid.empty()) report_(where, msg("'grid' is missing."), {});
        expression(where, Message::verbatim("shared"), launch.shared, with(repeated, grid_names));
        for (const ArgumentSpec& spec : launch.arguments)
            argument(where, spec, with(with(repeated, grid_names), count_names));
        kernel_name(where, launch.kernel, repeated);
    }

    void kernel_name(PartRef where, const std::string& kernel, const Names& known) {
        const auto parts = parse_caption(kernel);
        if (!parts) {
            report_(where, msg("the kernel's name \"{}\" has an extra brace.", kernel), {});
            return;
        }
        for (const CaptionPart& part : *parts)
            if (part.is_expression) expression(where, Message::verbatim("kernel"), part.text, known);
    }

    void argument(PartRef where, const ArgumentSpec& spec, const Names& known) {
        for (const ArgumentSpec& field : spec.fields) argument(where, field, known);
        if (!spec.fields.empty()) return;
        const std::string& text = spec.text;
        const auto argument = parse_argument(text);
        if (!argument) {
            report_(where, argument.error().message, argument.error().hint);
            return;
        }
        if (argument->type) {
            for (const std::string& value : argument->values)
                if (!is_floating(*argument->type) || !plain_number(value))
                    expression(where, msg("argument \"{}\"", text), value, known);
            return;
        }
        Names buffers, all;
        for (const BufferSpec& buffer : variant_.buffers) buffers.push_back(buffer.name);
        all = buffers;
        for (const Parameter& parameter : variant_.parameters) all.push_back(parameter.name);
        for (const TextureSpec& texture : variant_.textures) all.push_back(texture.name);
        if (!argument->part.empty()) devices_.check_place(where, text, *argument, known);
        const bool of_buffers = argument->names.size() > 1 || !argument->offset.empty();
        if (!argument->offset.empty()) expression(where, msg("argument \"{}\"", text), argument->offset, known);
        const Names& allowed = of_buffers ? buffers : all;
        for (const std::string& name : argument->names)
            if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
                report_(where,
                        msg("argument \"{}\": there is no {} '{}'.", text,
                            of_buffers ? msg("buffer") : msg("buffer or parameter"), name),
                        suggestion(name, allowed, msg("there are: ")));
        for (const Parameter& parameter : variant_.parameters)
            if (parameter.is_definition && argument->names.front() == parameter.name)
                report_(
                    where,
                    msg("argument \"{}\": '{}' is a definition, which the kernel has already.", text, parameter.name),
                    {});
    }

    void window() {
        const WindowSpec& window = *variant_.window;
        const PartRef where{PartRef::Kind::window, 0};
        Names buffers;
        for (const BufferSpec& buffer : variant_.buffers) buffers.push_back(buffer.name);
        if (std::find(buffers.begin(), buffers.end(), window.buffer) == buffers.end())
            report_(where, msg("there is no buffer '{}'.", window.buffer),
                    suggestion(window.buffer, buffers, msg("there are: ")));
        for (const Expression* reach :
             {&window.left, &window.right, &window.up, &window.down, &window.front, &window.back})
            expression(where, Message::verbatim("reach"), *reach, base_names());
    }

    void arrangement() {
        const ArrangementSpec& spec = *variant_.arrangement;
        const PartRef where{PartRef::Kind::arrangement, 0};
        Names buffers;
        for (const BufferSpec& buffer : variant_.buffers) buffers.push_back(buffer.name);
        std::vector<const std::string*> names{&spec.left, &spec.above, &spec.center};
        for (const std::string& strip : spec.strips) names.push_back(&strip);
        for (const std::string* name : names) {
            if (name->empty()) continue;
            const auto found = std::find(buffers.begin(), buffers.end(), *name);
            if (found == buffers.end())
                report_(where, msg("there is no buffer '{}'.", *name), suggestion(*name, buffers, msg("there are: ")));
            else if (spec.strips.empty() && // strips are not checked: their shapes depend on the input
                     variant_.buffers[static_cast<size_t>(found - buffers.begin())].depth != "1" &&
                     !variant_.buffers[static_cast<size_t>(found - buffers.begin())].is_main_input)
                report_(where, msg("'{}' has slices; an arrangement is flat.", *name), {});
        }
        if (spec.center == spec.left || spec.center == spec.above)
            report_(where, msg("'{}' cannot be next to itself.", spec.center), {});
    }

    void caption(size_t index) {
        const PartRef where{PartRef::Kind::caption, index};
        const auto parts = parse_caption(variant_.captions[index].text);
        if (!parts) {
            report_(where, parts.error().message, {});
            return;
        }
        Names known = with(with(base_names(), grid_names), count_names);
        for (const Parameter& parameter : variant_.parameters) known.push_back(parameter.name);
        for (const CaptionPart& part : *parts)
            if (part.is_expression || part.is_condition)
                expression(where, Message::verbatim("caption"), part.text, known);
    }

    void formula(PartRef where, std::string_view what, const std::string& text, const Names& known) {
        const auto value = evaluate_formula(
            text,
            [&](std::string_view name) -> std::optional<double> {
                return std::find(known.begin(), known.end(), name) == known.end() ? std::nullopt : std::optional(1.0);
            },
            [&](std::string_view buffer, uint64_t) -> std::optional<double> {
                return has_buffer(buffer) ? std::optional(1.0) : std::nullopt;
            });
        if (!value) report_(where, msg("{}: {}", what, value.error().message), {});
    }
    [[nodiscard]] bool has_buffer(std::string_view name) const {
        return std::any_of(variant_.buffers.begin(), variant_.buffers.end(),
                           [&](const BufferSpec& b) { return b.name == name; });
    }
    [[nodiscard]] bool has_parameter(std::string_view name) const {
        return std::any_of(variant_.parameters.begin(), variant_.parameters.end(),
                           [&](const Parameter& p) { return p.name == name; });
    }

    void chart(size_t index) {
        const ChartSpec& spec = variant_.charts[index];
        const PartRef where{PartRef::Kind::chart, index};
        if (spec.kind == ChartSpec::Kind::ulp) {
            for (const std::string& buffer : {spec.x, spec.buffer})
                if (!has_buffer(buffer)) report_(where, msg("there is no buffer '{}'.", buffer), {});
            if (spec.functions.empty()) report_(where, msg("'functions' is missing."), {});
            for (const std::string& text : spec.functions) {
                const auto function = parse_ulp_function(text);
                if (!function)
                    report_(where, msg("'{}' is not a function.", text),
                            msg("functions: sin cos exp exp10 log pow(PARAMETER)"));
                else if (!function->parameter.empty() && !has_parameter(function->parameter))
                    report_(where, msg("there is no parameter '{}'.", function->parameter), {});
            }
            return;
        }
        if (!spec.variants.empty() &&
            std::find(spec.variants.begin(), spec.variants.end(), variant_.name) == spec.variants.end())
            return;
        if (spec.sweep.empty() || spec.values.empty() || spec.value.empty())
            report_(where, msg("a sweep needs 'sweep', 'values' and 'value'."), {});
        Names own{spec.sweep};
        for (const Parameter& parameter : variant_.parameters) own.push_back(parameter.name);
        for (const auto& [name, text] : spec.set) {
            if (!has_parameter(name)) report_(where, msg("there is no parameter '{}' to set.", name), {});
            expression(where, Message::verbatim(name), text, own);
        }
        for (const std::string& text : spec.block) expression(where, Message::verbatim("block"), text, own);
        if (const auto parts = parse_caption(spec.input); parts)
            for (const CaptionPart& part : *parts)
                if (part.is_expression) expression(where, Message::verbatim("input"), part.text, own);
        if (!spec.reference.empty()) formula(where, "reference", spec.reference, own);
        own.insert(own.end(), measured_names.begin(), measured_names.end());
        if (!spec.value.empty()) formula(where, "value", spec.value, own);
    }

    const Variant& variant_;
    const Report& report_;
    const CheckExpression expression_ = [this](PartRef where, const Message& what, const Expression& text,
                                               const Names& known) { expression(where, what, text, known); };
    const DeviceChecks devices_{variant_, report_, expression_};
};

} // namespace

void check_variant(const Variant& variant,
                   const std::function<void(PartRef where, Message message, Message hint)>& report) {
    Checker(variant, report).check();
}

} // namespace warpscope::catalog

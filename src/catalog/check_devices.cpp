#include "catalog/check_devices.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "catalog/arguments.hpp"
#include "catalog/expression.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {

Names DeviceChecks::common_names() const {
    Names names;
    for (const NamedValue& value : variant_.values)
        if (!differs_by_device(value)) names.push_back(value.name);
    return names;
}

Names DeviceChecks::device_names() const {
    Names names{"device"};
    for (const NamedValue& value : variant_.values)
        if (differs_by_device(value)) names.push_back(value.name);
    return names;
}

bool DeviceChecks::differs_by_device(const NamedValue& value, size_t depth) const {
    const auto used = names_in(value.value);
    if (!used || depth > variant_.values.size()) return false;
    return std::ranges::any_of(*used, [&](const std::string& name) {
        const auto other = std::ranges::find(variant_.values, name, &NamedValue::name);
        return name == "device" || (other != variant_.values.end() && differs_by_device(*other, depth + 1));
    });
}

bool DeviceChecks::names(const std::string& wanted, const Expression& text, size_t depth) const {
    const auto used = names_in(text);
    if (!used || depth > variant_.values.size()) return false;
    return std::ranges::any_of(*used, [&](const std::string& name) {
        const auto other = std::ranges::find(variant_.values, name, &NamedValue::name);
        return name == wanted || (other != variant_.values.end() && names(wanted, other->value, depth + 1));
    });
}

void DeviceChecks::check_values(const Names& known, const Names& reserved) const {
    for (size_t i = 0; i < variant_.values.size(); ++i) {
        const NamedValue& value = variant_.values[i];
        const PartRef where{PartRef::Kind::value, i};
        if (names(value.name, value.value)) report_(where, msg("the value '{}' names itself.", value.name), {});
        expression_(where, msg("value '{}'", value.name), value.value, known);
        const bool taken =
            std::ranges::find(reserved, value.name) != reserved.end() ||
            std::ranges::find(variant_.parameters, value.name, &Parameter::name) != variant_.parameters.end();
        if (taken) report_(where, msg("'{}' already has a meaning here; choose another name.", value.name), {});
    }
}

void DeviceChecks::check_place(PartRef where, const std::string& text, const ArgumentText& place,
                               const Names& known) const {
    for (const Expression* one : {&place.part, &place.row}) expression_(where, msg("\"{}\"", text), *one, known);
    for (const std::string& name : place.names) {
        const auto buffer = std::ranges::find(variant_.buffers, name, &BufferSpec::name);
        if (buffer == variant_.buffers.end() || buffer->parts.empty())
            report_(where, msg("\"{}\": there is no buffer '{}' in parts.", text, name),
                    msg("give the buffer parts = \"devices\""));
    }
}

void DeviceChecks::check_copies(PartRef where, const LaunchSpec& launch, const Names& known) const {
    for (const CopySpec& copy : launch.copies) {
        for (const std::string* text : {&copy.from, &copy.to}) {
            const auto place = parse_argument(*text);
            if (!place || place->type || place->part.empty())
                report_(where, msg("copy: \"{}\" is not a part of a buffer.", *text), msg("such as \"a@device\""));
            else
                check_place(where, *text, *place, known);
        }
        expression_(where, Message::verbatim("copy"), copy.rows, known);
        const bool is_launched =
            copy.needed_by.empty() ||
            std::ranges::find(variant_.launches, copy.needed_by, &LaunchSpec::kernel) != variant_.launches.end();
        if (!is_launched) report_(where, msg("copy: no launch uses '{}'.", copy.needed_by), {});
    }
}

} // namespace warpscope::catalog

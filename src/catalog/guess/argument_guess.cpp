#include "catalog/guess/argument_guess.hpp"

#include <algorithm>
#include <fmt/ranges.h>

#include "catalog/guess/launch_guess.hpp"
#include "catalog/guess/parameter_names.hpp"

namespace warpscope::catalog {
namespace {

using compile::SourceKernel;
using compile::SourceParameter;

constexpr uint32_t longest_array = 64;

class ArgumentGuesser {
public:
    ArgumentGuesser(SetupDraft& draft, const SourceKernel& kernel)
        : draft_(draft)
        , kernel_(kernel) {}

    Result<ArgumentSpec> argument(const SourceParameter& parameter, const std::string& whole) {
        if (parameter.is_pointer || parameter.is_texture) return ArgumentSpec{whole, {}, whole};
        if (parameter.members.empty()) {
            auto text = number(parameter, whole);
            if (!text) return tl::unexpected(text.error());
            return ArgumentSpec{*std::move(text), {}, whole};
        }
        ArgumentSpec out;
        for (const SourceParameter& member : parameter.members) {
            if (member.extent > longest_array)
                return fail(ErrorKind::failed,
                            msg("'{}' of {} has {} elements", whole + "." + member.name, kernel_.name, member.extent));
            auto field = argument(member, whole + "_" + member.name);
            if (!field) return field;
            if (member.extent == 1)
                out.fields.push_back(*std::move(field));
            else
                out.fields.push_back({{}, std::vector<ArgumentSpec>(member.extent, *field)});
        }
        return out;
    }

    [[nodiscard]] Expression value_of(std::string_view name) const {
        const auto found = std::ranges::find(kernel_.parameters, name, &SourceParameter::name);
        if (found == kernel_.parameters.end() || !is_value(*found)) return {};
        if (draft_.extent != SetupDraft::Extent::dimensions)
            if (const std::string known = known_value(*found); !known.empty()) return known;
        const Expression row = row_length(*found);
        if (!row.empty()) return row;
        return is_side(*found) ? "side" : slider_name(found->name);
    }

private:
    [[nodiscard]] bool is_side(const SourceParameter& parameter) const {
        const bool may_be_side =
            is_used_as_size(parameter) || (parameter.name.size() > 1 && names_size(parameter.name));
        return draft_.extent == SetupDraft::Extent::square && first_value(parameter.name, false) == 1 && may_be_side;
    }

    Result<std::string> number(const SourceParameter& parameter, const std::string& whole) {
        const std::string written = type_name(kernel_, draft_.instance, parameter);
        const auto type = cell_type(written);
        const std::string class_name = written.substr(0, written.find('<'));
        if (!type && std::ranges::find(kernel_.empty_types, class_name) != kernel_.empty_types.end()) {
            draft_.explain_about(Guess::About::argument, whole, msg("{} is a {} without members", whole, written));
            return "u8:0"; // objects have at least one byte
        }
        if (!type)
            return fail(ErrorKind::failed,
                        msg("'{}' of {}, a '{}', is not a number", whole, kernel_.name, parameter.type));
        const std::string name(name_of(type->type));
        if (is_extent(kernel_, draft_.instance, parameter)) {
            std::vector<std::string> extents{draft_.side.x, draft_.side.y, draft_.side.z, "1"};
            extents.resize(type->channels);
            draft_.explain_about(Guess::About::argument, whole,
                                 msg("{} is {}", whole, fmt::format("{}", fmt::join(extents, ", "))));
            return fmt::format("{}x{}:{}", name, type->channels, fmt::join(extents, ","));
        }
        if (type->is_vector) {
            std::vector<std::string> ones(type->channels, "1");
            draft_.explain_about(Guess::About::argument, whole, msg("{} is 1 everywhere", whole));
            return fmt::format("{}x{}:{}", name, type->channels, fmt::join(ones, ","));
        }
        const auto as = [&](const std::string& value) {
            draft_.explain_about(Guess::About::argument, whole,
                                 value == "width"    ? msg("{}: width of the picture", whole)
                                 : value == "height" ? msg("{}: height of the picture", whole)
                                                     : msg("{} is {}", whole, value));
            return fmt::format("{}:{}", name, value);
        };
        const bool floating = is_floating(type->type);
        if (draft_.extent == SetupDraft::Extent::dimensions && !floating) {
            if (const Expression row = row_length(parameter); !row.empty()) return as(row);
            const auto size = draft_.dimensions.find(parameter.name);
            return slider(whole, size == draft_.dimensions.end() ? first_value(parameter.name, false) : size->second,
                          *type);
        }
        if (const std::string value = floating ? std::string() : known_value(parameter); !value.empty())
            return as(value);
        if (const Expression row = floating ? Expression() : row_length(parameter); !row.empty()) return as(row);
        const double value = first_value(parameter.name, floating);
        if (!floating && is_side(parameter)) return as("side");
        return slider(whole, value, *type);
    }

    [[nodiscard]] Expression row_length(const SourceParameter& parameter) const {
        if (parameter.row_length.empty() || parameter.is_dimension || names_step(parameter.name)) return {};
        return replace_names(parameter.row_length, [&](std::string_view name) { return value_of(name); });
    }

    std::string slider(const std::string& whole, double value, const CellType& type) {
        const double max = is_floating(type.type) ? std::max(10.0, 4 * value) : std::max(256.0, 8 * value);
        draft_.add_slider(slider_name(whole), value, 0, max, "", type.type);
        draft_.explain_about(Guess::About::argument, whole, msg("{} begins at {}", whole, value));
        return slider_name(whole);
    }

    [[nodiscard]] std::string known_value(const SourceParameter& parameter) const {
        if (names_pitch(parameter.name)) return pitch(parameter);
        const bool of_planes = range_stem(parameter.name).find('z') != std::string::npos;
        const std::string lines = draft_.side.y == "1" ? cells_of(draft_.side)
                                  : of_planes          ? draft_.side.z
                                                       : draft_.side.y;
        switch (lines == "1" ? RangePart::none : range_part(parameter.name)) {
        case RangePart::first:
            if (has_range_part(parameter.name, RangePart::end)) return uses_neighbors() ? "1" : "0";
            break;
        case RangePart::end:
            if (has_range_part(parameter.name, RangePart::first)) return uses_neighbors() ? lines + " - 1" : lines;
            break;
        case RangePart::none: break;
        }
        // In a volume, a count is the edge length if no width is given, and "d" is the depth.
        if (is_volume() && !has_meaning(ScalarMeaning::width) && meaning_of(parameter.name) == ScalarMeaning::count)
            return draft_.side.x;
        if (is_volume() && parameter.name == "d") return draft_.side.z;
        switch (meaning_in(kernel_, parameter)) {
        case ScalarMeaning::width: return draft_.side.x;
        case ScalarMeaning::height:
            if (draft_.side.y != "1") return draft_.side.y;
            return count();
        case ScalarMeaning::count:
            if (is_factor(parameter)) return {};
            if (draft_.extent == SetupDraft::Extent::picture && kernel_.dimensions >= 2 && parameter.multiplies_row)
                return draft_.side.x;
            return count();
        case ScalarMeaning::depth: return draft_.side.z;
        case ScalarMeaning::channels: return "3";
        default: return {};
        }
    }

    /// Recognizes letters such as N and K in kernels with a width and a height: they count pictures or channels.
    [[nodiscard]] bool is_factor(const SourceParameter& parameter) const {
        return parameter.name.size() == 1 && has_meaning(ScalarMeaning::width) && has_meaning(ScalarMeaning::height) &&
               !parameter.bounds_threads;
    }
    [[nodiscard]] bool is_volume() const { return draft_.extent == SetupDraft::Extent::volume; }
    [[nodiscard]] bool has_meaning(ScalarMeaning meaning) const {
        return std::ranges::any_of(kernel_.parameters, [&](const SourceParameter& other) {
            return is_value(other) && meaning_of(other.name) == meaning;
        });
    }

    [[nodiscard]] bool has_range_part(const std::string& name, RangePart part) const {
        return std::ranges::any_of(kernel_.parameters, [&](const SourceParameter& other) {
            return is_value(other) && range_part(other.name) == part && range_stem(other.name) == range_stem(name);
        });
    }

    [[nodiscard]] bool uses_neighbors() const {
        return std::ranges::any_of(kernel_.parameters, &SourceParameter::names_before);
    }

    /// Returns the row stride, in bytes if the kernel computes byte offsets.
    [[nodiscard]] std::string pitch(const SourceParameter& parameter) const {
        const BufferSpec* of = nullptr;
        bool by_bytes = false;
        for (const SourceParameter& pointer : kernel_.parameters)
            for (const BufferSpec& buffer : draft_.variant.buffers)
                if (pointer.is_pointer && buffer.name == pointer.name &&
                    (of == nullptr || parameter.name.find(pointer.name) != std::string::npos)) {
                    of = &buffer;
                    by_bytes = pointer.by_bytes;
                }
        if (of == nullptr || !by_bytes) return draft_.side.x;
        return fmt::format("{} * {}", draft_.side.x, size_of(of->type) * of->channels);
    }

    [[nodiscard]] std::string count() const {
        if (draft_.extent == SetupDraft::Extent::square) return "side";
        if (counts_by_block(kernel_)) return "block.x";
        const bool less = std::ranges::any_of(
            kernel_.parameters, [&](const SourceParameter& p) { return p.name == draft_.main && begins_rows(p); });
        return less ? cells_of(draft_.side) + " - 1" : cells_of(draft_.side);
    }

    SetupDraft& draft_;
    const SourceKernel& kernel_;
};

void add_flat(const SourceParameter& parameter, const std::string& before, std::vector<SourceParameter>& out) {
    if (parameter.is_pointer || parameter.members.empty()) {
        out.push_back(parameter);
        if (parameter.is_pointer) out.back().name = before + parameter.name;
        return;
    }
    for (SourceParameter member : parameter.members) {
        member.points_to_const = member.points_to_const || (parameter.points_to_const && !member.is_stored);
        add_flat(member, before + parameter.name + "_", out);
    }
}

} // namespace

std::vector<SourceParameter> flat_parameters(const std::vector<SourceParameter>& parameters) {
    std::vector<SourceParameter> out;
    for (const SourceParameter& parameter : parameters) add_flat(parameter, "", out);
    return out;
}

bool is_extent(const SourceKernel& kernel, const std::string& instance, const SourceParameter& parameter) {
    const auto type = cell_type(type_name(kernel, instance, parameter));
    return type && type->is_vector && type->channels > 1 && !is_floating(type->type) && names_extent(parameter.name);
}

Result<ArgumentSpec> guess_argument(SetupDraft& draft, const SourceKernel& flat, const SourceParameter& parameter) {
    return ArgumentGuesser(draft, flat).argument(parameter, parameter.name);
}

Expression argument_value(const SetupDraft& draft, const SourceKernel& flat, std::string_view name) {
    SetupDraft copy = draft;
    return ArgumentGuesser(copy, flat).value_of(name);
}

std::string example_arguments(const std::vector<SourceParameter>& parameters) {
    std::vector<std::string> parts;
    for (const SourceParameter& parameter : parameters) {
        const auto type = cell_type(parameter.type);
        if (parameter.is_pointer || parameter.is_texture) {
            parts.push_back(fmt::format("\"{}\"", parameter.name));
        } else if (!type) {
            parts.push_back(parameter.members.empty() ? "[\"TYPE:VALUE\", ...]" : example_arguments(parameter.members));
        } else if (type->is_vector) {
            const std::vector<std::string> ones(type->channels, "1");
            parts.push_back(fmt::format("\"{}x{}:{}\"", name_of(type->type), type->channels, fmt::join(ones, ",")));
        } else {
            parts.push_back(fmt::format("\"{}:1\"", name_of(type->type)));
        }
    }
    return fmt::format("[{}]", fmt::join(parts, ", "));
}

} // namespace warpscope::catalog

#include "catalog/check_buffers.hpp"

#include <algorithm>
#include <cmath>

#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

bool whole_border(const TextureSpec& texture) {
    return std::ranges::all_of(texture.settings.border, [](float number) {
        return std::abs(number) <= 0x1p24f && std::floor(number) == number;
    });
}

} // namespace

void BufferChecks::buffers(const Names& known) const {
    unique_names(PartRef::Kind::buffer, variant_.buffers, report_);
    size_t mains = 0;
    for (size_t i = 0; i < variant_.buffers.size(); ++i) {
        const BufferSpec& buffer = variant_.buffers[i];
        const PartRef where{PartRef::Kind::buffer, i};
        for (const Parameter& parameter : variant_.parameters)
            if (parameter.name == buffer.name)
                report_(where, msg("'{}' is also the name of a parameter.", buffer.name), {});
        if (buffer.is_main_input && ++mains > 1)
            report_(where, msg("'{}' is a second main input.", buffer.name), msg("only one may have main = true"));
        if (buffer.is_main_input && buffer.contents)
            report_(where, msg("'{}' is the main input; its contents come from the user.", buffer.name), {});
        if (!buffer.parts.empty()) expression_(where, msg("parts of '{}'", buffer.name), buffer.parts, known);
        if (!buffer.variable.empty()) variable(where, buffer);
        if (buffer.is_main_input) continue;
        for (const Expression* extent : {&buffer.width, &buffer.height, &buffer.depth, &buffer.padding})
            expression_(where, msg("shape of '{}'", buffer.name), *extent, known);
    }
    const bool has_output = std::any_of(variant_.buffers.begin(), variant_.buffers.end(),
                                        [](const BufferSpec& b) { return b.role == BufferRole::output; });
    if (!has_output) report_({}, msg("there is no [[buffer]] with role = \"output\"."), {});
}

void BufferChecks::variable(PartRef where, const BufferSpec& buffer) const {
    if (buffer.is_main_input || !buffer.parts.empty())
        report_(where, msg("'{}' is a variable: it cannot be the main input or have parts.", buffer.name), {});
    else if (!buffer.contents)
        report_(where, msg("'{}' is a variable: its contents are missing.", buffer.name),
                msg("contents = 0 is the initial value of a variable without an initializer"));
    const auto same = [&](const auto& other) { return &other != &buffer && other.variable == buffer.variable; };
    if (std::ranges::any_of(variant_.buffers, same) ||
        std::ranges::find(variant_.symbols, buffer.variable, &SymbolSpec::name) != variant_.symbols.end())
        report_(where, msg("the variable '{}' is given twice.", buffer.variable), {});
}

void BufferChecks::symbols() const {
    unique_names(PartRef::Kind::symbol, variant_.symbols, report_);
    for (size_t i = 0; i < variant_.symbols.size(); ++i) {
        const SymbolSpec& symbol = variant_.symbols[i];
        const PartRef where{PartRef::Kind::symbol, i};
        if (symbol.values.empty() == symbol.buffer.empty())
            report_(
                where,
                msg("'{}' has {}.", symbol.name, symbol.buffer.empty() ? msg("no values") : msg("values and a buffer")),
                symbol.buffer.empty() ? Message() : msg("give either values or a buffer"));
        else if (!symbol.buffer.empty())
            symbol_buffer(where, symbol);
    }
}

void BufferChecks::symbol_buffer(PartRef where, const SymbolSpec& symbol) const {
    Names names;
    for (const BufferSpec& buffer : variant_.buffers) {
        names.push_back(buffer.name);
        if (buffer.name != symbol.buffer) continue;
        if (!buffer.is_main_input && !buffer.contents)
            report_(where, msg("'{}' has no contents to copy to '{}'.", buffer.name, symbol.name), {});
        if (buffer.type != symbol.type)
            report_(where,
                    msg("'{}' is {}, but '{}' is {}.", buffer.name, name_of(buffer.type), symbol.name,
                        name_of(symbol.type)),
                    {});
        return;
    }
    report_(where, msg("there is no buffer '{}'.", symbol.buffer), suggestion(symbol.buffer, names, msg("buffers: ")));
}

void BufferChecks::textures() const {
    unique_names(PartRef::Kind::texture, variant_.textures, report_);
    for (size_t i = 0; i < variant_.textures.size(); ++i) {
        const TextureSpec& texture = variant_.textures[i];
        const PartRef where{PartRef::Kind::texture, i};
        Names names;
        const BufferSpec* over = nullptr;
        for (const BufferSpec& buffer : variant_.buffers) {
            names.push_back(buffer.name);
            if (buffer.name == texture.buffer) over = &buffer;
            if (buffer.name == texture.name)
                report_(where, msg("'{}' is also the name of a buffer.", texture.name), {});
        }
        for (const Parameter& parameter : variant_.parameters)
            if (parameter.name == texture.name)
                report_(where, msg("'{}' is also the name of a parameter.", texture.name), {});
        if (over == nullptr)
            report_(where, msg("there is no buffer '{}'.", texture.buffer),
                    suggestion(texture.buffer, names, msg("buffers: ")));
        else
            texture_buffer(where, texture, *over);
    }
}

void BufferChecks::texture_buffer(PartRef where, const TextureSpec& texture, const BufferSpec& buffer) const {
    if (buffer.role != BufferRole::input)
        report_(where, msg("'{}' is not an input: a texture shows the data from before the launch.", buffer.name),
                msg("give the buffer role = \"input\""));
    const bool wide = size_of(buffer.type) == size_of(ElementType::f64);
    if (buffer.channels == 3 || wide)
        report_(where,
                msg("'{}' cannot be a texture: it has {}.", buffer.name,
                    wide ? msg("elements of 64 bits") : msg("three channels")),
                wide ? Message()
                     : msg("textures have 1, 2 or 4 channels; the input is converted to the buffer's channels"));
    const bool floats = is_floating(buffer.type);
    if (texture.settings.normalized_values && (floats || size_of(buffer.type) > 2))
        report_(where,
                msg("'{}' has elements of {}: only integers of 8 and 16 bits are read as normalized values.",
                    buffer.name, name_of(buffer.type)),
                {});
    else if (!floats && !texture.settings.normalized_values && !whole_border(texture))
        report_(where, msg("the border of an integer texture takes whole numbers up to 16 777 216."), {});
    else if (texture.settings.linear && !floats && !texture.settings.normalized_values)
        report_(where,
                msg("linear filtering gives floating-point numbers, but '{}' has elements of {}.", buffer.name,
                    name_of(buffer.type)),
                msg("normalized_values = true, or a buffer of f32"));
}

} // namespace warpscope::catalog

#include "catalog/prepare/buffers.hpp"

#include "catalog/prepare/contents.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

constexpr uint64_t max_buffer_bytes = uint64_t{2} << 30;

Result<void> fill(const BufferSpec& spec, bool wanted, const Evaluation& values, const PlannedBuffer* before,
                  PlannedBuffer& planned) {
    const Message what = msg("the size of '{}'", spec.name);
    const auto width = values.extent(spec.width, what), height = values.extent(spec.height, what),
               depth = values.extent(spec.depth, what);
    for (const auto* one : {&width, &height, &depth})
        if (!*one) return tl::unexpected(one->error());
    planned.layout.shape = {*width, *height, *depth};
    if (spec.padding != "0") {
        const auto padding = values.number(spec.padding);
        if (!padding) return tl::unexpected(padding.error());
        if (*padding < 0 || *padding >= *width)
            return misuse(
                msg("the padding of '{}' would be {} of the {} cells of a row.", spec.name, *padding, *width));
        planned.layout.padding = static_cast<uint32_t>(*padding);
    }
    const double bytes = static_cast<double>(*width) * *height * *depth * planned.layout.cell_bytes();
    if (bytes > static_cast<double>(max_buffer_bytes))
        return misuse(msg("'{}' would have {} x {} x {} cells, {:.1f} GiB; at most {} GiB are allowed.", spec.name,
                          *width, *height, *depth, bytes / (1 << 30), max_buffer_bytes >> 30));
    if (!wanted || !spec.contents) return {};
    if (before != nullptr && before->layout == planned.layout && !names_file(*spec.contents)) {
        planned.initial = before->initial;
        return {};
    }
    auto made = make_contents(*spec.contents, planned.layout);
    if (!made) return tl::unexpected(made.error());
    planned.initial = std::move(*made);
    return {};
}

} // namespace

Result<void> add_buffers(const Variant& variant, const BufferContents& contents, const Evaluation& values,
                         Prepared& out) {
    for (size_t i = 0; i < variant.buffers.size(); ++i) {
        const BufferSpec& spec = variant.buffers[i];
        PlannedBuffer planned;
        planned.role = spec.role;
        planned.layout = {spec.name, spec.type, spec.channels, {}};
        const PlannedBuffer* const before = contents.before != nullptr ? &contents.before->plan.buffers.at(i) : nullptr;
        if (spec.is_main_input) {
            planned.layout.shape = contents.input.layout.shape;
            planned.initial = contents.input.bytes;
        } else if (auto filled = fill(spec, contents.wanted, values, before, planned); !filled) {
            return filled;
        }
        if (!spec.parts.empty())
            if (auto divided = divide(spec, values.numbers(), planned); !divided) return divided;
        out.plan.buffers.push_back(std::move(planned));
    }
    const auto first = [&](auto&& fits, uint32_t otherwise) {
        for (uint32_t i = 0; i < variant.buffers.size(); ++i)
            if (fits(variant.buffers[i])) return i;
        return otherwise;
    };
    out.output_buffer = first([](const BufferSpec& b) { return b.role == BufferRole::output; }, 0);
    out.adds_up = !variant.buffers.empty() && variant.buffers[out.output_buffer].owners == Owners::many;
    out.input_buffer = first([](const BufferSpec& b) { return b.is_main_input; },
                             first([](const BufferSpec& b) { return b.role == BufferRole::input; }, out.output_buffer));
    return {};
}

void add_symbols(const Variant& variant, Prepared& out) {
    for (uint32_t i = 0; i < variant.buffers.size(); ++i)
        if (const std::string& variable = variant.buffers[i].variable; !variable.empty())
            out.plan.symbols.push_back({variable, nullptr, i});
    for (const SymbolSpec& spec : variant.symbols) {
        if (!spec.buffer.empty()) {
            for (size_t i = 0; i < variant.buffers.size(); ++i)
                if (variant.buffers[i].name == spec.buffer)
                    out.plan.symbols.push_back({spec.name, out.plan.buffers[i].initial});
            continue;
        }
        Bytes bytes(spec.values.size() * size_of(spec.type));
        for (size_t i = 0; i < spec.values.size(); ++i) store_element(bytes.data(), spec.type, i, spec.values[i]);
        out.plan.symbols.push_back({spec.name, std::make_shared<const Bytes>(std::move(bytes))});
    }
}

Result<void> add_textures(const Variant& variant, Prepared& out) {
    for (const TextureSpec& spec : variant.textures)
        for (uint32_t i = 0; i < variant.buffers.size(); ++i) {
            if (variant.buffers[i].name != spec.buffer) continue;
            if (out.plan.buffers[i].layout.shape.depth != 1)
                return misuse(
                    msg("'{}' has several layers; the texture '{}' has two dimensions.", spec.buffer, spec.name));
            out.plan.textures.push_back({spec.name, i, spec.settings_for(variant.buffers[i].type)});
        }
    return {};
}

} // namespace warpscope::catalog

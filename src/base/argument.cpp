#include "base/argument.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace warpscope {
namespace {

constexpr uint32_t pointer_bytes = 8;

struct Numbers {
    std::span<const uint64_t> buffer_address, texture_handle;
    std::byte* to = nullptr;

    void operator()(const ScalarArgument& scalar) const { store_element(to, scalar.type, 0, scalar.value); }
    void operator()(const BufferArgument& pointer) const {
        const uint64_t address = buffer_address[pointer.buffer] + pointer.offset;
        std::memcpy(to, &address, pointer_bytes);
    }
    void operator()(const TextureArgument& texture) const {
        std::memcpy(to, &texture_handle[texture.texture], pointer_bytes);
    }
    void operator()(const StructArgument& all) const {
        for (const StructArgument::Field& field : all.fields())
            std::visit(Numbers{buffer_address, texture_handle, to + field.offset}, field.value);
    }
};

std::string layout_text(const StructArgument& argument) {
    constexpr size_t max = 12;
    std::string text;
    for (const StructArgument::Field& field : argument.fields()) {
        if (&field - argument.fields().data() == max) return text + ", ...";
        const auto* scalar = std::get_if<ScalarArgument>(&field.value);
        text += fmt::format("{}{} at {}", text.empty() ? "" : ", ",
                            scalar != nullptr                                      ? name_of(scalar->type)
                            : std::holds_alternative<TextureArgument>(field.value) ? std::string_view("a texture")
                                                                                   : std::string_view("a pointer"),
                            field.offset);
    }
    return text;
}

std::optional<Message> argument_error(const Argument& argument, const ParameterSize& parameter, size_t buffers,
                                      size_t textures) {
    const auto is_missing = [&](const auto& value) {
        const auto* pointer = std::get_if<BufferArgument>(&value);
        const auto* texture = std::get_if<TextureArgument>(&value);
        return (pointer != nullptr && pointer->buffer >= buffers) ||
               (texture != nullptr && texture->texture >= textures);
    };
    const auto* const fields = std::get_if<StructArgument>(&argument);
    if (is_missing(argument) || (fields != nullptr && std::any_of(fields->fields().begin(), fields->fields().end(),
                                                                  [&](const auto& f) { return is_missing(f.value); })))
        return msg("it names a buffer or texture that does not exist");
    if (fields != nullptr) {
        if (fields->bytes() != parameter.bytes)
            return msg("it is a struct of {} bytes ({}), but the kernel takes {} bytes", fields->bytes(),
                       layout_text(*fields), parameter.bytes);
        if (fields->is_padded() && fields->alignment() != parameter.alignment)
            return msg("it is a struct aligned to {} bytes ({}), but the kernel's is aligned to {} bytes; a "
                       "vector such as float2 is written as \"f32x2:...\"",
                       fields->alignment(), layout_text(*fields), parameter.alignment);
        return std::nullopt;
    }
    const bool is_texture = std::holds_alternative<TextureArgument>(argument);
    if (is_texture || std::holds_alternative<BufferArgument>(argument)) {
        if (parameter.bytes == pointer_bytes) return std::nullopt;
        return is_texture ? msg("it is a texture, but the kernel takes {} bytes", parameter.bytes)
                          : msg("it is a pointer, but the kernel takes {} bytes", parameter.bytes);
    }
    const auto& scalar = std::get<ScalarArgument>(argument);
    if (size_of(scalar.type) == parameter.bytes) return std::nullopt;
    return msg("'{}' is {} with {} bytes, but the kernel takes {} bytes", scalar.name, name_of(scalar.type),
               size_of(scalar.type), parameter.bytes);
}

} // namespace

uint64_t StructArgument::next(uint64_t bytes, uint32_t alignment) {
    const uint64_t offset = rounded(end_, alignment);
    end_ = offset + bytes;
    align(alignment);
    return offset;
}

void StructArgument::add(ScalarArgument value) {
    const uint32_t bytes = size_of(value.type);
    field_bytes_ += bytes;
    fields_.push_back({next(bytes, bytes), std::move(value)});
}

void StructArgument::add(BufferArgument pointer) {
    field_bytes_ += pointer_bytes;
    fields_.push_back({next(pointer_bytes, pointer_bytes), pointer});
}

void StructArgument::add(TextureArgument texture) {
    field_bytes_ += pointer_bytes;
    fields_.push_back({next(pointer_bytes, pointer_bytes), texture});
}

void StructArgument::add(const StructArgument& inner) {
    const uint64_t begin = next(inner.bytes(), inner.alignment());
    field_bytes_ += inner.field_bytes_;
    for (const Field& field : inner.fields_) fields_.push_back({begin + field.offset, field.value});
}

std::optional<Message> write_argument(const Argument& argument, const ParameterSize& parameter,
                                      std::span<const uint64_t> buffer_address, std::byte* to,
                                      std::span<const uint64_t> texture_handle) {
    if (auto why = argument_error(argument, parameter, buffer_address.size(), texture_handle.size())) return why;
    std::visit(Numbers{buffer_address, texture_handle, to}, argument);
    return std::nullopt;
}

} // namespace warpscope

#include "session/argument_types.hpp"

#include <fmt/format.h>

#include "base/symbol_name.hpp"

namespace warpscope::session {
namespace {

/// Returns "f32" or "f64" if PTX declares this type, otherwise "".
std::string_view floating_type(const ptx::Variable& parameter) {
    if (parameter.bytes != size_of(ElementType::f32) && parameter.bytes != size_of(ElementType::f64)) return {};
    if (parameter.type == ptx::Type::f32) return "f32";
    return parameter.type == ptx::Type::f64 ? "f64" : "";
}

bool is_whole(const ptx::Variable& parameter) {
    using ptx::Type;
    switch (parameter.type) {
    case Type::u8:
    case Type::s8:
    case Type::u16:
    case Type::s16:
    case Type::u32:
    case Type::s32:
    case Type::u64:
    case Type::s64: return true;
    default: return false;
    }
}

std::optional<Message> misfit(const Message& subject, const Argument& argument, const ptx::Variable& parameter) {
    const std::string_view floating = floating_type(parameter);
    const bool is_texture = std::holds_alternative<TextureArgument>(argument);
    if (is_texture || std::holds_alternative<BufferArgument>(argument)) {
        if (floating.empty()) return std::nullopt;
        return is_texture
                   ? msg("{} is a texture, but the kernel takes a floating number there ({}).", subject, floating)
                   : msg("{} is a buffer, but the kernel takes a floating number there ({}).", subject, floating);
    }
    const auto* scalar = std::get_if<ScalarArgument>(&argument);
    if (scalar == nullptr) return std::nullopt;
    if (!floating.empty() && !is_floating(scalar->type))
        return msg("{} is {}, but the kernel takes {} there: its bits would be read as another number.", subject,
                   name_of(scalar->type), floating);
    if (is_whole(parameter) && is_floating(scalar->type) && size_of(scalar->type) == parameter.bytes &&
        scalar->type != ElementType::f16 && scalar->type != ElementType::bf16)
        return msg("{} is {}, but the kernel takes a whole number there: its bits would be read as another number.",
                   subject, name_of(scalar->type));
    return std::nullopt;
}

Message hint_for(const ptx::Variable& parameter) {
    const std::string_view floating = floating_type(parameter);
    if (!floating.empty()) return msg("write \"{}:VALUE\", or give the parameter type = \"{}\"", floating, floating);
    if (parameter.bytes == size_of(ElementType::s64))
        return msg("write \"s64:VALUE\", or give the parameter type = \"s64\"; a pointer is a buffer's name");
    const std::string type = fmt::format("s{}", parameter.bytes * 8);
    return msg("write \"{}:VALUE\", or give the parameter type = \"{}\"", type, type);
}

} // namespace

Result<void> check_argument_types(const ExecutionPlan& plan, const simt::Program& program) {
    for (const PlannedLaunch& launch : plan.launches) {
        const ptx::Function* const kernel = program.module().find_entry(launch.kernel);
        if (kernel == nullptr) continue; // the executor reports this
        for (size_t i = 0; i < std::min(launch.arguments.size(), kernel->parameters.size()); ++i) {
            const auto* scalar = std::get_if<ScalarArgument>(&launch.arguments[i]);
            const std::string name = written_name(kernel->name);
            const Message subject = scalar != nullptr ? msg("Argument {} of {}, \"{}\",", i + 1, name, scalar->name)
                                                      : msg("Argument {} of {}", i + 1, name);
            if (auto wrong = misfit(subject, launch.arguments[i], kernel->parameters[i]))
                return fail(ErrorKind::failed, *std::move(wrong), hint_for(kernel->parameters[i]));
        }
    }
    return {};
}

} // namespace warpscope::session

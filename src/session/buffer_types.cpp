#include "session/argument_types.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "capture/parameter_types.hpp"
#include "catalog/guess/parameter_names.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::session {
namespace {

/// Declared parameter or member: "float const*" in a mangled name, "float *" in text.
struct Declared {
    std::string type; // of the value or pointee
    bool is_pointer = false;
};

/// Returns whether size and kind (integer or floating-point) are equal.
bool mean_the_same(ElementType a, ElementType b) {
    // Older experiments declare bf16 as u16.
    if (a == ElementType::bf16 && b == ElementType::u16) return true;
    return size_of(a) == size_of(b) && is_floating(a) == is_floating(b);
}

class BufferTypes {
public:
    BufferTypes(const ExecutionPlan& plan, const compile::CompileRequest& source)
        : plan_(plan)
        , source_(source) {}

    Result<void> check(const PlannedLaunch& launch, const std::string& kernel) {
        const std::vector<Declared> declared = declared_by(kernel);
        for (size_t i = 0; i < std::min(launch.arguments.size(), declared.size()); ++i) {
            const Argument& argument = launch.arguments[i];
            const Message what = msg("Argument {} of {}", i + 1, kernel);
            if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
                if (auto fits = check_pointer(what, *buffer, declared[i]); !fits) return fits;
            } else if (const auto* fields = std::get_if<StructArgument>(&argument)) {
                if (auto fits = check_members(what, *fields, declared[i].type); !fits) return fits;
            }
        }
        return {};
    }

    Result<void> check_variables(const catalog::Variant& variant) {
        if (std::ranges::all_of(variant.buffers, [](const auto& buffer) { return buffer.variable.empty(); })) return {};
        const auto variables = compile::device_variables(source_);
        for (const catalog::BufferSpec& buffer : variant.buffers)
            for (const compile::SourceVariable& variable : variables)
                if (!buffer.variable.empty() && variable.name == buffer.variable)
                    if (const auto type = catalog::cell_type(variable.type);
                        type && !mean_the_same(type->type, buffer.type))
                        return refuse(msg("The buffer '{}' is of {}, but the variable '{}' of {}", buffer.name,
                                          name_of(buffer.type), variable.name, variable.type),
                                      type->type);
        return {};
    }

private:
    static tl::unexpected<Diagnostic> refuse(const Message& what, ElementType type) {
        return fail(ErrorKind::failed, msg("{}: its bits would be read as other numbers.", what),
                    msg("give the buffer type = \"{}\"", name_of(type)));
    }

    [[nodiscard]] std::vector<Declared> declared_by(const std::string& kernel) const {
        std::vector<Declared> out;
        for (const std::string& type : capture::parameter_types(kernel)) {
            const auto stars = std::ranges::count(type, '*');
            std::string plain = type;
            for (const std::string_view word : {" const", " volatile", "*"})
                for (size_t at = plain.find(word); at != std::string::npos; at = plain.find(word))
                    plain.erase(at, word.size());
            out.push_back({stars > 1 ? type : plain, stars > 0});
        }
        if (!out.empty() || parts_of(kernel).parameters == "()") return out;
        for (const compile::SourceKernel& known :
             compile::kernel_signatures(source_)) // names of extern "C" kernels contain no types
            if (known.name == kernel)
                for (const compile::SourceParameter& parameter : known.parameters)
                    out.push_back({parameter.type, parameter.is_pointer});
        return out;
    }

    [[nodiscard]] Result<void> check_pointer(const Message& what, const BufferArgument& argument,
                                             const Declared& declared) const {
        const BufferLayout& layout = plan_.buffers[argument.buffer].layout;
        const auto type = declared.is_pointer ? catalog::cell_type(declared.type) : std::nullopt;
        if (!type || mean_the_same(type->type, layout.type)) return {};
        return refuse(msg("{}, \"{}\", is a buffer of {}, but the kernel takes a pointer to {} there", what,
                          layout.name, name_of(layout.type), declared.type),
                      type->type);
    }

    [[nodiscard]] Result<void> check_members(const Message& what, const StructArgument& argument,
                                             const std::string& type) const {
        const std::vector<compile::SourceParameter> members = compile::members_of(source_, type);
        const auto& fields = argument.fields();
        if (members.size() != fields.size()) return {}; // nested or unknown structs; their size is checked elsewhere
        for (size_t i = 0; i < fields.size(); ++i) {
            const Message member = msg("{}, its member '{}'", what, members[i].name);
            if (const auto* buffer = std::get_if<BufferArgument>(&fields[i].value))
                if (auto fits = check_pointer(member, *buffer, {members[i].type, members[i].is_pointer}); !fits)
                    return fits;
            const auto* scalar = std::get_if<ScalarArgument>(&fields[i].value);
            const auto known = members[i].is_pointer ? std::nullopt : catalog::cell_type(members[i].type);
            if (scalar == nullptr || !known || known->is_vector || mean_the_same(known->type, scalar->type)) continue;
            return fail(ErrorKind::failed,
                        msg("{}, is {}, but the struct has {} there: its bits would be read as another number.", member,
                            name_of(scalar->type), members[i].type),
                        msg("write \"{}:VALUE\"", name_of(known->type)));
        }
        return {};
    }

    const ExecutionPlan& plan_;
    const compile::CompileRequest& source_;
};

} // namespace

Result<void> check_buffer_types(const ExecutionPlan& plan, const catalog::Variant& variant,
                                const simt::Program& program, const compile::CompileRequest& source) {
    BufferTypes types(plan, source);
    for (const PlannedLaunch& launch : plan.launches)
        if (const ptx::Function* const kernel = program.module().find_entry(launch.kernel))
            if (auto fits = types.check(launch, written_name(kernel->name)); !fits) return fits;
    return types.check_variables(variant);
}

} // namespace warpscope::session

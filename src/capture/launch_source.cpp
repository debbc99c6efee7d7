#include "capture/launch_source.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "compile/compiler.hpp"
#include "ptx/rewrite/link.hpp"

namespace warpscope::capture {

LaunchSource choose_source(const std::filesystem::path& folder, const KeptLaunch& launch, const ProgramSource& program,
                           const SampledLaunch& sampled, const std::string& text) {
    if (program.file.empty())
        return {launch.ptx, launch.symbol, {}, msg("showing the program's PTX, since it does not name its source")};
    LaunchSource out;
    const NameParts parts = parts_of(launch.kernel);
    out.file = copy_program(program.file, folder).value_or(program.file);
    out.kernel = std::string(parts.name);
    const auto overloaded = std::ranges::count_if(sampled.program->module().functions, [&](const ptx::Function& f) {
        return f.is_entry && parts_of(written_name(f.name)).name == parts.name;
    });
    if (overloaded > 1) out.kernel = launch.kernel;
    compile::CompileRequest request;
    request.file = program.file.filename().string();
    request.folder = out.file.parent_path();
    request.source = text;
    request.defines = program.definitions;
    request.include_folders = program.include_folders;
    request.compiler = program.compiler;
    if (parts.name.ends_with('>')) request.instances = {out.kernel};
    Message why;
    for (const char* arch : {"compute_90", ""}) {
        request.arch = out.arch = arch;
        const auto compiled = compile::compile(request);
        const auto missing = compiled ? ptx::unresolved_in(compiled->ptx) : std::vector<std::string>();
        if (compiled && missing.empty()) return out;
        why = compiled ? msg("'{}' is in another file", written_name(missing.front()))
                       : compiled.error().message.first_line();
    }
    out.file = launch.ptx;
    out.kernel = launch.symbol;
    out.why = msg("showing the program's PTX, since {} does not compile for the GPU alone: {}", request.file, why);
    return out;
}

} // namespace warpscope::capture

#include "session/stepped.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "session/shared_extents.hpp"
#include "session/written_types.hpp"
#include "source/shared_declarations.hpp"

namespace warpscope::session {
namespace {

using Defines = std::vector<std::pair<std::string, std::string>>;

std::string written_type(std::string type, const source::SharedDeclarations& source, const Defines& defines) {
    for (int steps = 8; steps > 0; --steps) {
        const auto define = std::ranges::find(defines, type, &Defines::value_type::first);
        const auto constant = source.constants.find(type);
        if (define != defines.end())
            type = define->second;
        else if (constant != source.constants.end())
            type = constant->second;
        else
            break;
        type.erase(0, type.find_first_not_of(' '));
    }
    return type;
}

std::vector<replay::DeclaredArray> declared_arrays(const RunResult& result, ptx::debug::DebugInfo& info) {
    const source::SharedDeclarations source = source::shared_declarations(result.source);
    std::vector<replay::DeclaredArray> arrays;
    for (const source::SharedDeclaration& one : source.arrays) {
        replay::DeclaredArray array{one.name, {}, 0};
        array.type = type_named(info, written_type(one.type, source, result.prepared.defines));
        if (one.extents == std::vector<std::string>{""}) array.extents = {0};
        for (const std::string& extent : one.extents)
            if (const auto value = value_of_extent(extent, source, result)) array.extents.push_back(*value);
        if (array.extents.size() == one.extents.size()) arrays.push_back(std::move(array));
    }
    return arrays;
}

Result<std::shared_ptr<const replay::SteppedProgram>> build(const RunResult& result, const std::string& ptx,
                                                            const std::string& file) {
    auto parsed = ptx::parse(ptx, file);
    if (!parsed) return tl::unexpected(parsed.error());
    auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
    auto variables = ptx::debug::read_debug_info(ptx, *module);
    auto program = simt::Program::build(std::move(module), simt::Purpose::stepping);
    if (!program) return tl::unexpected(program.error());
    auto stepped = replay::stepped_program(std::move(*program), std::move(variables));
    stepped.declared = declared_arrays(result, stepped.variables);
    return std::make_shared<const replay::SteppedProgram>(std::move(stepped));
}

Result<compile::CompileResult> compile_as_written(const RunResult& result) {
    const catalog::Variant& variant = result.variant();
    compile::CompileRequest compile_request;
    compile_request.file = variant.source.filename().string();
    compile_request.folder = variant.source.parent_path();
    compile_request.source = result.source;
    compile_request.defines = result.prepared.defines;
    compile_request.instances = result.prepared.instances;
    if (!result.has_scenes_ptx) // with the scene's PTX, any compiler, because the original one may be missing
        compile_request.compiler = result.compiled.compiler == compile::CompilerKind::nvrtc
                                       ? compile::CompilerChoice::nvrtc
                                       : compile::CompilerChoice::clang;
    if (!variant.arch.empty()) compile_request.arch = variant.arch;
    compile_request.debug = true;
    return compile::compile(compile_request);
}

} // namespace

Result<SteppedBuild> stepped_build(const RunResult& result, bool as_written) {
    SteppedBuild out;
    const std::string file = result.variant().source.filename().string();
    if (as_written && result.compiled.compiler != compile::CompilerKind::none) {
        if (const auto compiled = compile_as_written(result)) {
            if (auto stepped = build(result, compiled->ptx, file)) {
                out.stepped = std::move(*stepped);
                out.as_written = true;
                out.name = msg("{}, unoptimized", compiled->compiler_name);
                return out;
            } else {
                out.note = stepped.error().message;
            }
        } else {
            out.note = compiled.error().message;
        }
        out.note = msg("the unoptimized kernel cannot be stepped through: {}", out.note);
    }
    auto stepped = build(result, result.compiled.ptx, file);
    if (!stepped) return tl::unexpected(stepped.error());
    out.stepped = std::move(*stepped);
    out.name = msg("{}, optimized", result.compiled.compiler_name);
    return out;
}

std::optional<OwnerThread> owner_of_output(const RunResult& result, uint64_t cell) {
    const metrics::LaunchMeasurement& shown = result.shown();
    const auto maps = std::ranges::find(shown.maps, result.prepared.output_buffer, &metrics::CellMaps::buffer);
    if (maps == shown.maps.end() || cell >= maps->owner.size() || maps->owner[cell] == 0) return std::nullopt;
    const uint64_t thread = maps->owner[cell] - 1, threads = shown.config.threads_per_block();
    return OwnerThread{thread / threads, static_cast<uint32_t>(thread % threads / warp_size),
                       static_cast<uint32_t>(thread % threads % warp_size)};
}

} // namespace warpscope::session

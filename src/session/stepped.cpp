#include "session/stepped.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "ptx/parser.hpp"

namespace warpscope::session {
namespace {

Result<std::shared_ptr<const replay::SteppedProgram>> build(const std::string& ptx, const std::string& file) {
    auto parsed = ptx::parse(ptx, file);
    if (!parsed) return tl::unexpected(parsed.error());
    auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
    auto variables = ptx::debug::read_debug_info(ptx, *module);
    auto program = simt::Program::build(std::move(module), simt::Purpose::stepping);
    if (!program) return tl::unexpected(program.error());
    return std::make_shared<const replay::SteppedProgram>(
        replay::stepped_program(std::move(*program), std::move(variables)));
}

Result<compile::CompileResult> compile_as_written(const RunResult& result) {
    const catalog::Variant& variant = result.variant();
    compile::CompileRequest wish;
    wish.file = variant.source.filename().string();
    wish.folder = variant.source.parent_path();
    wish.source = result.source;
    wish.defines = result.prepared.defines;
    wish.instances = result.prepared.instances;
    wish.compiler = result.compiled.compiler == compile::CompilerKind::nvrtc ? compile::CompilerChoice::nvrtc
                                                                             : compile::CompilerChoice::clang;
    if (!variant.arch.empty()) wish.arch = variant.arch;
    wish.debug = true;
    return compile::compile(wish);
}

} // namespace

Result<SteppedBuild> stepped_build(const RunResult& result, bool as_written) {
    SteppedBuild out;
    const std::string file = result.variant().source.filename().string();
    if (as_written && result.compiled.compiler != compile::CompilerKind::none) {
        if (const auto compiled = compile_as_written(result)) {
            if (auto stepped = build(compiled->ptx, file)) {
                out.stepped = std::move(*stepped);
                out.as_written = true;
                out.name = fmt::format("{}, as written", compiled->compiler_name);
                return out;
            } else {
                out.note = stepped.error().message;
            }
        } else {
            out.note = compiled.error().message;
        }
        out.note = fmt::format("the kernel as written cannot be stepped through: {}", out.note);
    }
    auto stepped = build(result.compiled.ptx, file);
    if (!stepped) return tl::unexpected(stepped.error());
    out.stepped = std::move(*stepped);
    out.name = fmt::format("{}, as measured", result.compiled.compiler_name);
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

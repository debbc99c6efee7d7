#include "metrics/run_kernel.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/rebase.hpp"
#include "compile/compiler.hpp"
#include "ptx/parser.hpp"

namespace warpscope::metrics {
namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.good()) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string ptx_of(const std::string& file, compile::CompilerChoice compiler) {
    const std::filesystem::path source = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/metrics" / file;
    const std::filesystem::path kept = std::filesystem::path(source).replace_extension(".ptx");
    if (usable_compilers() == std::vector{compile::CompilerChoice::automatic}) return text_of(kept);
    compile::CompileRequest request;
    request.file = file;
    request.source = text_of(source);
    request.compiler = compiler;
    const auto result = compile::compile(request);
    if (!result) {
        ADD_FAILURE() << result.error().text();
        return {};
    }
    if (rebasing() && result->compiler == compile::CompilerKind::nvrtc)
        std::ofstream(kept, std::ios::binary) << result->ptx;
    return result->ptx;
}

} // namespace

std::vector<compile::CompilerChoice> usable_compilers() {
    std::vector<compile::CompilerChoice> choices;
    for (const compile::CompilerStatus& status : compile::compilers())
        if (status.usable)
            choices.push_back(status.kind == compile::CompilerKind::nvrtc ? compile::CompilerChoice::nvrtc
                                                                          : compile::CompilerChoice::clang);
    if (choices.empty()) choices.push_back(compile::CompilerChoice::automatic);
    return choices;
}

ProgramPtr compiled(const std::string& file, compile::CompilerChoice compiler) {
    auto module = ptx::parse(ptx_of(file, compiler), file);
    if (!module) {
        ADD_FAILURE() << module.error().text();
        return nullptr;
    }
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    if (!program) {
        ADD_FAILURE() << program.error().text();
        return nullptr;
    }
    return *program;
}

std::shared_ptr<const Measured> measured(const ProgramPtr& program, const ExecutionPlan& plan,
                                         const MeasureOptions& options) {
    if (!program) return nullptr;
    auto result = measure(program, plan, options);
    if (!result) {
        ADD_FAILURE() << result.error().text();
        return nullptr;
    }
    return *result;
}

} // namespace warpscope::metrics

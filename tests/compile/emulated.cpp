#include "compile/emulated.hpp"

#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>

#include "base/hash.hpp"
#include "base/rebase.hpp"

namespace warpscope::compile {
namespace {

const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/compile/";

} // namespace

std::shared_ptr<const simt::Program> emulated(const std::string& name, CompilerChoice compiler, const std::string& arch,
                                              std::vector<std::pair<std::string, std::string>> defines,
                                              int optimization) {
    std::ifstream source(folder + "kernels/" + name);
    std::ostringstream text;
    text << source.rdbuf();
    CompileRequest request;
    request.file = name;
    request.source = text.str();
    request.arch = arch;
    request.compiler = compiler;
    request.defines = std::move(defines);
    request.optimization = optimization;
    const auto result = compile(request);
    if (result) return simt::program_of(result->ptx);
    const bool no_header = compiler == CompilerChoice::nvrtc &&
                           result.error().message.english().find("cannot open source file") != std::string::npos;
    EXPECT_TRUE(no_header || result.error().kind == ErrorKind::environment) << result.error().text();
    return nullptr;
}

std::vector<uint32_t> words_of(const std::shared_ptr<const simt::Program>& program, const std::string& kernel,
                               uint32_t threads) {
    simt::Machine machine(program);
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(threads));
    const auto outcome =
        machine.run(kernel, {{(threads + 127) / 128, 1, 1}, {std::min(threads, 128u), 1, 1}, 0}, machine.address(out));
    EXPECT_TRUE(outcome.findings.empty()) << kernel << ": " << simt::texts_of(outcome)[0];
    return machine.read<uint32_t>(out);
}

void compare_with_recorded(const std::shared_ptr<const simt::Program>& program, CompilerChoice compiler,
                           const std::string& name, const std::function<uint32_t(const std::string&)>& threads_of) {
    std::map<std::string, uint64_t> written, recorded;
    for (const std::string& kernel : program->kernel_names()) {
        const auto words = words_of(program, kernel, threads_of(kernel));
        const auto bytes = std::as_bytes(std::span(words));
        written[kernel] = fnv1a({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, fnv_offset);
    }
    const std::string golden = folder + "golden/" + name + ".txt";
    if (rebasing() && compiler == CompilerChoice::nvrtc) {
        std::ofstream stream(golden);
        for (const auto& [kernel, number] : written) stream << fmt::format("{} {:016x}\n", kernel, number);
        return;
    }
    std::ifstream stream(golden);
    std::string kernel;
    for (uint64_t number = 0; stream >> kernel >> std::hex >> number;) recorded[kernel] = number;
    EXPECT_FALSE(recorded.empty()) << golden;
    for (const auto& [each, number] : recorded) EXPECT_EQ(written[each], number) << each << " of " << name;
    EXPECT_EQ(written.size(), recorded.size());
}

} // namespace warpscope::compile

// Programs in the styles of public code. Both compilers must make the kernels named in the first line and keep line
// numbers.
#include "compile/tools.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>

#include "base/symbol_name.hpp"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

struct Program {
    std::string source;
    std::vector<std::string> kernels; // from the line "// kernels: a, b<float, 3>"
    std::vector<uint32_t> lines;      // lines with "@line"
};

Program read_program(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    Program out{{std::istreambuf_iterator<char>(stream), {}}, {}, {}};
    const size_t begin = out.source.find("// kernels: ") + 12;
    std::string names = out.source.substr(begin, out.source.find_first_of("\r\n", begin) - begin), name;
    int depth = 0;
    for (const char c : names + ",") {
        depth += c == '<' ? 1 : c == '>' ? -1 : 0;
        if (c == ',' && depth == 0) {
            out.kernels.push_back(name.substr(name.find_first_not_of(' ')));
            name.clear();
        } else {
            name += c;
        }
    }
    uint32_t line = 1;
    for (size_t at = 0; at < out.source.size(); ++at) {
        if (out.source.compare(at, 5, "@line") == 0) out.lines.push_back(line);
        line += out.source[at] == '\n';
    }
    return out;
}

std::vector<std::string> entries_of(const std::string& ptx) {
    std::set<std::string> names;
    constexpr std::string_view word = ".entry ";
    for (size_t at = ptx.find(word); at != std::string::npos; at = ptx.find(word, at)) {
        at += word.size();
        names.insert(ptx.substr(at, ptx.find_first_of("( \n", at) - at));
    }
    return {names.begin(), names.end()};
}

class ProgramSources : public ::testing::TestWithParam<CompilerChoice> {};

TEST_P(ProgramSources, KernelsCompileAndKeepLines) {
    const CompilerKind wanted = GetParam() == CompilerChoice::nvrtc ? CompilerKind::nvrtc : CompilerKind::clang;
    if (std::ranges::none_of(compilers(), [&](const auto& one) { return one.kind == wanted && one.usable; }))
        GTEST_SKIP() << "the compiler is not here";
    size_t programs = 0;
    for (const char* folder : {"samples", "styles"})
        for (const auto& entry :
             fs::directory_iterator(fs::path(WARPSCOPE_SOURCE_DIR) / "tests/compile/programs" / folder)) {
            ++programs;
            const Program program = read_program(entry.path());
            CompileRequest request;
            request.file = "given/" + entry.path().filename().string();
            request.folder = entry.path().parent_path();
            request.source = program.source;
            request.compiler = GetParam();
            const auto result = compile(request);
            ASSERT_TRUE(result) << entry.path() << ": " << result.error().text();
            const std::vector<std::string> entries = entries_of(result->ptx);
            EXPECT_EQ(entries.size(), program.kernels.size()) << entry.path() << ::testing::PrintToString(entries);
            for (const std::string& kernel : program.kernels)
                EXPECT_TRUE(std::ranges::any_of(entries,
                                                [&](const std::string& symbol) {
                                                    return match_name(symbol, kernel) != NameMatch::none ||
                                                           written_name(symbol).starts_with(kernel);
                                                }))
                    << entry.path() << ": " << kernel;
            ASSERT_FALSE(program.lines.empty()) << entry.path();
            EXPECT_THAT(lines_of(result->ptx, request.file), ::testing::IsSupersetOf(program.lines)) << entry.path();
        }
    EXPECT_GE(programs, 30u);
}

INSTANTIATE_TEST_SUITE_P(Compilers, ProgramSources, ::testing::Values(CompilerChoice::nvrtc, CompilerChoice::clang),
                         [](const auto& info) { return info.param == CompilerChoice::nvrtc ? "nvrtc" : "clang"; });

class ProgramErrors : public ProgramSources {
protected:
    Diagnostic failure(const std::string& source) {
        CompileRequest request;
        request.file = "broken.cu";
        request.source = source;
        request.compiler = GetParam();
        const auto result = compile(request);
        return result ? Diagnostic{} : result.error();
    }
};

TEST_P(ProgramErrors, ShowsTenErrorsAndOneHint) {
    const CompilerKind wanted = GetParam() == CompilerChoice::nvrtc ? CompilerKind::nvrtc : CompilerKind::clang;
    if (std::ranges::none_of(compilers(), [&](const auto& one) { return one.kind == wanted && one.usable; }))
        GTEST_SKIP() << "the compiler is not here";
    std::string source = "#include <iostream>\n#include \"not_there.h\"\n__global__ void k(int* x) {\n";
    for (int i = 0; i < 14; ++i) source += "    x[" + std::to_string(i) + "] = nothing" + std::to_string(i) + ";\n";
    source += "}\nint main() { k<<<1, 1>>>(nullptr); }\n";
    const Diagnostic many = failure(source);
    EXPECT_EQ(many.where.line, 4u);
    size_t errors = 0;
    for (size_t at = many.message.english().find("error: "); at != std::string::npos;
         at = many.message.english().find("error: ", at + 1))
        ++errors;
    EXPECT_EQ(errors, 9u) << "errors after the first: " << many.message;
    EXPECT_NE(many.message.english().find("4 more errors"), std::string::npos) << many.message;
    EXPECT_NE(many.hint.english().find("'not_there.h'"), std::string::npos) << many.hint;
    const Diagnostic texture = failure("texture<float, 2> t;\n__global__ void k(float* x) { x[0] = tex2D(t, 0, 0); }\n"
                                       "int main() { k<<<1, 1>>>(nullptr); }\n");
    EXPECT_EQ(texture.where.line, 1u);
    EXPECT_NE(texture.hint.english().find("cudaTextureObject_t"), std::string::npos) << texture.text();
    const Diagnostic host = failure("int half(int v) { return v / 2; }\nstruct S { int n; };\n"
                                    "__global__ void k(int* x) { x[0] = missing(x[1]); }\nint main() {}\n");
    EXPECT_NE(host.hint.english().find("-I FOLDER"), std::string::npos) << host.text();
}

INSTANTIATE_TEST_SUITE_P(Compilers, ProgramErrors, ::testing::Values(CompilerChoice::nvrtc, CompilerChoice::clang),
                         [](const auto& info) { return info.param == CompilerChoice::nvrtc ? "nvrtc" : "clang"; });

} // namespace
} // namespace warpscope::compile

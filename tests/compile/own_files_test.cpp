// A kernel's own files: resolution of includes, and names in PTX.
#include "compile/tools.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "compile/source/newer_features.hpp"
#include "compile/text_headers.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::compile {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* includer = "#include \"{}\"\n__global__ void k(int* a) {{ a[0] = MINE; }}\n";

CompileRequest request_in(const std::filesystem::path& folder, std::string source, std::string file = "k.cu") {
    CompileRequest request = request_for(std::move(source), std::move(file));
    request.folder = folder;
    return request;
}

TEST(Compute80Reason, SearchesTextMacrosAndHeaders) {
    const ScratchFolder folder;
    folder.write("copy.cuh", "#define COPY(to, from) \\\n    __pipeline_memcpy_async(to, from, 4)\n");
    folder.write("toolkit/cuda_runtime_api.h", "#include \"all.h\"\n");
    folder.write("toolkit/all.h", "void memcpy_async();\n");
    const auto reason = [&](const char* source, const std::string& include = "") {
        CompileRequest request = request_in(folder.path(), source);
        if (!include.empty()) request.include_folders = {folder.path() / include};
        return reason_for_compute_80(request);
    };
    EXPECT_EQ(reason("cg::memcpy_async(b, s, g, 4);"), "memcpy_async copies asynchronously");
    EXPECT_EQ(reason("#define COPY __pipeline_memcpy_async\n"), "__pipeline_memcpy_async copies asynchronously");
    EXPECT_EQ(reason("#include \"copy.cuh\"\n"), "__pipeline_memcpy_async copies asynchronously");
    EXPECT_EQ(reason("#include <cuda/barrier>\n"), "");
    EXPECT_EQ(reason("#include <cuda/barrier>\nusing namespace cuda;\n__shared__ barrier<thread_scope_block> b;"),
              "cuda::barrier is an mbarrier");
    EXPECT_EQ(reason("int sum = __reduce_add_sync(mask, value);"), "__reduce_add_sync is an instruction");
    EXPECT_EQ(reason("__shared__ cuda::barrier<scope> b;"), "cuda::barrier is an mbarrier");
    EXPECT_EQ(reason("// memcpy_async\nint barrier; my::barrier b;"), "");
    EXPECT_EQ(reason("#include <cuda_runtime_api.h>\n", "toolkit"), "");
}

TEST(Compiler, NewerArchitectureIsTriedForUnknownNames) {
    CompileRequest request =
        request_for("extern \"C\" __global__ void __cluster_dims__(2, 1, 1) k(int* a) { *a = 1; }");
    request.compiler = CompilerChoice::nvrtc;
    request.arch.clear();
    const auto result = compile(request);
    if (!result && result.error().kind == ErrorKind::environment) GTEST_SKIP() << "no NVRTC";
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_THAT(result->warnings.front().text(), HasSubstr("Compiled for compute_90 instead of compute_75, because"));
    request.source = "__global__ void k(int* a) { *a = unknown_name; }";
    const auto wrong = compile(request);
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().text(), HasSubstr("unknown_name"));
}

TEST_F(EachCompiler, KernelNameMayMatchCompilerFiles) {
    const ScratchFolder folder;
    for (const char* name : {"kernel.cu", "include/string.h", "sub/k.cu"}) {
        folder.write(name, "#define MINE 1234567\n");
        for (const Tool& tool : tools()) {
            const auto result = tool.compile(request_in(folder.path(), fmt::format(includer, name)));
            ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
            EXPECT_THAT(result->ptx, HasSubstr("1234567")) << tool.name;
        }
    }
}

TEST_F(EachCompiler, IncludedNamesakeKeepsItsLines) {
    const ScratchFolder folder;
    const std::string put = "//\n//\n//\n//\n__device__ __noinline__ void put(int* a, int i) { a[i + 1000] = i; }\n";
    folder.write("work/sub/blur.cu", put);
    folder.write("blur.cu", put);
    for (const char* included : {"sub/blur.cu", "../blur.cu"}) {
        const std::string source =
            fmt::format("#include \"{}\"\n__global__ void k(int* a) {{ put(a, threadIdx.x); a[0] = 1; }}\n", included);
        for (const Tool& tool : tools())
            for (const CompileRequest& request : {request_in(folder.path() / "work", source, "blur.cu"),
                                                  request_for(source, (folder.path() / "work" / "blur.cu").string())}) {
                const auto result = tool.compile(request);
                ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
                EXPECT_THAT(lines_of(result->ptx, request.file), Contains(2u)) << tool.name << "\n" << result->ptx;
                EXPECT_THAT(lines_of(result->ptx, request.file), Not(Contains(5u))) << tool.name << "\n" << result->ptx;
            }
    }
}

TEST_F(EachCompiler, MessagesUseRelativePaths) {
    const ScratchFolder folder;
    folder.write("sub/broken.cuh", "//\nint missing = nothing;\n");
    for (const Tool& tool : tools()) {
        if (tool.name.starts_with("NVRTC")) continue; // NVRTC prints the path where it found the file
        const auto result = tool.compile(request_in(folder.path(), "#include \"sub/broken.cuh\"\n"));
        ASSERT_FALSE(result) << tool.name;
        EXPECT_EQ(result.error().where.file, "sub/broken.cuh") << result.error().text();
        EXPECT_EQ(result.error().where.line, 2u) << result.error().text();
        EXPECT_THAT(result.error().message, Not(HasSubstr(folder.path().string())));
    }
}

TEST_F(EachCompiler, WorkingFolderDoesNotMatter) {
    const std::filesystem::path here = std::filesystem::current_path();
    for (const auto& folder : {here, here.parent_path(), here / "deeper"})
        for (const Tool& tool : tools()) {
            const auto result = tool.compile(request_in(folder, small_kernel));
            ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
            EXPECT_THAT(lines_of(result->ptx, "k.cu"), Contains(5u)) << tool.name << "\n" << result->ptx;
        }
}

TEST_F(EachCompiler, OutsideFilesUseRelativePaths) {
    const ScratchFolder folder;
    for (const char* project : {"one", "two"}) {
        folder.write(fmt::format("{}/k/other.cuh", project), "");
        folder.write(fmt::format("{}/common/x.cuh", project),
                     "//\n__device__ __noinline__ void put(int* a, int i) { a[i] = i; }\n");
    }
    const std::string source = "#include \"../common/x.cuh\"\n__global__ void k(int* a) { put(a, threadIdx.x); }\n";
    for (const Tool& tool : tools()) {
        std::set<std::string> made;
        for (const char* project : {"one", "two"}) {
            const auto result = tool.compile(request_in(folder.path() / project / "k", source));
            ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
            EXPECT_THAT(lines_of(result->ptx, "../common/x.cuh"), Contains(2u)) << tool.name << "\n" << result->ptx;
            made.insert(result->ptx);
        }
        EXPECT_EQ(made.size(), 1u) << tool.name;
        const std::string file = (folder.path() / "one/k/k.cu").string();
        const auto result = tool.compile(request_for(source, file));
        ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
        EXPECT_THAT(lines_of(result->ptx, (folder.path() / "one/common/x.cuh").string()), Contains(2u)) << tool.name;
    }
}

TEST_F(EachCompiler, AngleBracketsFindUserFiles) {
    const ScratchFolder folder;
    for (const char* name : {"mine.h", "helper_cuda.h", "vector"}) {
        folder.write(name, "#define MINE 1234567\n");
        for (const Tool& tool : tools()) {
            const auto result = tool.compile(request_in(
                folder.path(),
                fmt::format("#include <string>\n#include <{}>\n__global__ void k(int* a) {{ a[0] = MINE; }}\n", name)));
            ASSERT_TRUE(result) << tool.name << ": " << result.error().text();
            EXPECT_THAT(result->ptx, HasSubstr("1234567")) << tool.name;
        }
    }
    // A file outside the search path for angle brackets does not replace a prelude header.
    folder.write("sub/a.cuh", "#include <chrono>\n#define MINE 1234567\n");
    folder.write("sub/chrono", "#error not meant\n");
    for (const Tool& tool : tools()) {
        const auto result = tool.compile(request_in(folder.path(), fmt::format(includer, "sub/a.cuh")));
        EXPECT_TRUE(result) << tool.name << ": " << result.error().text();
    }
}

TEST(UserHeaders, ExpandsMacrosInIncludes) {
    const ScratchFolder folder;
    folder.write("sub/named.cuh", "#include \"deeper.cuh\"\n");
    folder.write("sub/deeper.cuh", "int x;\n");
    folder.write("pasted.h", "int y;\n");
    folder.write("notes.txt", "no header\n");
    const auto names = [](const OwnHeaders& headers) {
        std::set<std::string> all;
        for (const auto& file : headers.files) all.insert(file.filename().string());
        return all;
    };
    const auto plain =
        folder.write("plain.cu", "#include <stdio.h>\n#define H \"sub/named.cuh\"\n#include_next <x.h>\n");
    EXPECT_THAT(names(own_headers(plain)), ::testing::IsEmpty()) << "macros are not expanded yet";
    const auto kernel = folder.write("k.cu", "#define H \"sub/named.cuh\"\n#define TEXT(x) #x\n#include H\n"
                                             "#include TEXT(pasted.h)\n");
    const OwnHeaders before = own_headers(kernel);
    EXPECT_THAT(names(before), ::testing::IsSupersetOf({"named.cuh", "deeper.cuh", "pasted.h"}));
    EXPECT_THAT(names(before), Not(Contains("notes.txt")));
    EXPECT_EQ(own_headers(kernel).hash, before.hash);
    for (const char* name : {"pasted.h", "sub/deeper.cuh"}) {
        const uint64_t hash = own_headers(kernel).hash;
        folder.write(name, "int other;\n");
        EXPECT_NE(own_headers(kernel).hash, hash) << name;
    }
    folder.write("elsewhere/sub/far.h", "#include \"farther.h\"\n");
    folder.write("elsewhere/sub/farther.h", "int z;\n");
    const auto defined = folder.write("d.cu", "#include H\n");
    EXPECT_THAT(names(own_headers(defined, {folder.path() / "elsewhere"}, {{"H", "\"sub/far.h\""}})),
                ::testing::IsSupersetOf({"far.h", "farther.h"}));
    const uint64_t hash = own_headers(kernel).hash;
    const std::string large(2u << 20, ' ');
    folder.write("pasted.h", large);
    const uint64_t with_large = own_headers(kernel).hash;
    EXPECT_NE(with_large, hash);
    folder.write("pasted.h", large + "int y;");
    EXPECT_NE(own_headers(kernel).hash, with_large);
}

TEST(UserHeaders, ExpandsStringizedIncludes) {
    const ScratchFolder folder;
    folder.write("sub/x.h", "int x;\n");
    folder.write("sub/y.cuh", "int y;\n");
    const auto names = [](const std::vector<std::filesystem::path>& files) {
        std::set<std::string> all;
        for (const auto& file : files) all.insert(file.filename().string());
        return all;
    };
    const auto kernel = folder.write("k.cu", "#define TEXT(x) #x\n#define STR(x) TEXT(x)\n#include STR(H)\n"
                                             "#define OTHER sub/y.cuh // of macros\n#include STR(OTHER)\n");
    EXPECT_THAT(names(own_headers(kernel, {}, {{"H", "sub/x.h"}}).files), ::testing::IsSupersetOf({"x.h", "y.cuh"}));
    EXPECT_THAT(names(own_headers(kernel, {}, {{"H", "sub/none"}}).files), Not(Contains("x.h")));
}

TEST(UserHeaders, EditedTextUsesItsOwnHeaders) {
    const ScratchFolder folder;
    folder.write("of_file.h", "int x;\n");
    const auto of_text = folder.write("of_text.h", "int y;\n");
    const auto kernel = folder.write("k.cu", "#include \"of_file.h\"\n");
    const std::string text = "#include \"of_text.h\"\n";
    const OwnHeaders before = own_headers_of_text(text, kernel);
    EXPECT_EQ(before.files, std::vector{of_text});
    folder.write("of_text.h", "int z;\n");
    EXPECT_NE(own_headers_of_text(text, kernel).hash, before.hash);
}

TEST(UserHeaders, FindsEverySpellingOfInclude) {
    const ScratchFolder folder;
    folder.write("mine.h", "int x;\n");
    for (const char* text : {
             "# include \"mine.h\"\n",
             "/* before */ #include \"mine.h\"\n",
             "/* of two\nlines */#/**/include/* and\nhere */\"mine.h\"\n",
             "%:include \"mine.h\"\n",
             "?\?=include \"mine.h\"\n",
             "#inc\\\nlude \"mine.h\"\n",
             "#inc\\ \r\nlude \"mi\\\nne.h\"\n",
             "#inc\\\rlude \"mine.h\"\n",
             "#inc\\\n\rlude \"mine.h\"\n",
             "#inc?\?/\nlude \"mine.h\"\n",
             "#include_next \"mine.h\"\n",
             "#include <mine.h> // mine\n",
             "#import \"mine.h\"\n",
             "#include\"mine.h\"\n",
             "const char* text = R\"(/*)\";\n#include \"mine.h\"\n",
             "#define /* of two\nlines */ H \\\n\"mine.h\"\n#include /**/ H\n",
         })
        EXPECT_THAT(own_headers(folder.write("k.cu", text)).files, Contains(folder.path() / "mine.h")) << text;
    for (const char* text : {"#@include \"mine.h\"\n", "#include@\"mine.h\"\n", "@#include \"mine.h\"\n"}) {
        std::string with_nul = text;
        std::ranges::replace(with_nul, '@', '\0');
        EXPECT_THAT(own_headers(folder.write("k.cu", with_nul)).files, Contains(folder.path() / "mine.h")) << text;
    }
    EXPECT_TRUE(own_headers(folder.write("k.cu", "#included \"mine.h\"\n#undef H \"mine.h\"\n")).files.empty());
}

} // namespace
} // namespace warpscope::compile

// compile() as other modules use it: choice of the compiler, template instances, cache.
#include "compile/tools.hpp"

#include <gmock/gmock.h>

#include "base/symbol_name.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::compile {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(Architecture, AcceptsLettersOfKnownArchitectures) {
    for (const char* name : {"compute_75", "compute_90", "compute_90a", "compute_100", "compute_120f"})
        EXPECT_TRUE(is_architecture(name)) << name;
    for (const char* name : {"", "75", "sm_75", "compute_", "compute_7", "compute_75a", "compute_89f", "compute_90f",
                             "compute_90b", "compute_90aa", "compute_1000", "compute_075", "compute_-75"})
        EXPECT_FALSE(is_architecture(name)) << name;
}

TEST(CompilerSearch, ExplainsHiddenOrWrongCompilers) {
    EXPECT_THAT(Nvrtc::load("none").error().message, HasSubstr("WARPSCOPE_NVRTC"));
    EXPECT_THAT(Nvrtc::load("/nowhere/libnvrtc.so").error().message, HasSubstr("/nowhere/libnvrtc.so"));
    EXPECT_THAT(Nvrtc::load("libc.so.6").error().message, HasSubstr("not NVRTC"));
    EXPECT_THAT(Clang::find("none").error().message, HasSubstr("WARPSCOPE_CLANG"));
    EXPECT_FALSE(Clang::find("/nowhere/clang++"));
    EXPECT_THAT(Clang::find("/bin/true").error().message, HasSubstr("not clang"));
}

TEST(Compile, PtxPassesThrough) {
    const auto result = compile(request_for(".version 7.0\n", "kernel.ptx"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->ptx, ".version 7.0\n");
    EXPECT_EQ(result->compiler, CompilerKind::none);
}

TEST(Compile, NonTextIsRejectedByKind) {
    using namespace std::string_literals;
    const auto refused = [](const std::string& source) {
        const auto result = compile(request_for(source, "odd.cu"));
        return result ? std::string("compiled") : result.error().text();
    };
    EXPECT_EQ(refused("\xFF\xFE_\0_\0"s), "odd.cu is UTF-16, which compilers cannot read. (save it as UTF-8)");
    EXPECT_THAT(refused("__global__ void k() {}\0\x7f"s), HasSubstr("odd.cu is not text: it has NUL bytes."));
    EXPECT_THAT(refused(std::string(size_t{17} << 20, ' ')), HasSubstr("17825792 bytes; at most 16777216"));
}

TEST_F(EachCompiler, CommonMistakesHaveHints) {
    const std::pair<const char*, const char*> mistakes[]{
        {"__global__ void k(int* a) {\n    int i = 0\n    a[i] = 1;\n}\n", "a statement ends with ';'"},
        {"__global__ void k(int* a) {\n    a[0] = 1;\n", "an opening brace is never closed"},
        {"template<int n> struct T { static const int v = T<n + 1>::v; };\n"
         "__global__ void k(int* a) { a[0] = T<0>::v; }\n",
         "needs a specialization"},
        {"__global__ int k(int* a) { return a[0]; }\n", "a kernel returns nothing"},
        {"__global__ void k(flaot* a) { a[0] = 1; }\n", "must be declared in this file"},
    };
    for (const CompilerChoice choice : {CompilerChoice::nvrtc, CompilerChoice::clang})
        for (const auto& [source, hint] : mistakes) {
            CompileRequest request = request_for(source);
            request.compiler = choice;
            const auto result = compile(request);
            ASSERT_FALSE(result) << source;
            if (result.error().kind == ErrorKind::environment) continue; // this compiler is not installed
            EXPECT_THAT(result.error().hint, HasSubstr(hint)) << result.error().text();
            EXPECT_GT(result.error().where.line, 0u) << result.error().text();
        }
}

TEST(Compile, StatusListsBothCompilers) {
    ASSERT_EQ(compilers().size(), 2u);
    EXPECT_EQ(compilers()[0].kind, CompilerKind::nvrtc);
    EXPECT_EQ(compilers()[1].kind, CompilerKind::clang);
    for (const CompilerStatus& status : compilers()) {
        EXPECT_FALSE(status.name.empty());
        EXPECT_FALSE(status.why.empty());
    }
}

TEST_F(EachCompiler, CompilesInstancesInAnonymousNamespaces) {
    for (const CompilerChoice choice : {CompilerChoice::nvrtc, CompilerChoice::clang}) {
        CompileRequest request =
            request_for("namespace { template<int n> __global__ void put(int* a) { a[0] = n; } }\n");
        request.compiler = choice;
        request.instances = {"(anonymous namespace)::put<3>(int*)"}; // spelled as in mangled names
        const auto result = compile(request);
        if (!result && result.error().kind == ErrorKind::environment) continue;
        ASSERT_TRUE(result) << result.error().text();
        EXPECT_NE(result->ptx.find("putILi3E"), std::string::npos) << result->ptx;
    }
}

TEST_F(EachCompiler, InstancesReportTheirSymbols) {
    for (const CompilerChoice choice : {CompilerChoice::nvrtc, CompilerChoice::clang}) {
        CompileRequest request = request_for("enum class Mode { slow, fast };\n"
                                             "template<Mode m> __global__ void choose(int* a) { a[0] = (int)m; }\n"
                                             "template __global__ void choose<Mode::slow>(int*);\n"
                                             "template<int n> __global__ void other(int* a) { a[0] = n; }\n");
        request.compiler = choice;
        request.instances = {"choose<Mode::fast>", "choose<Mode::fast>(int *)", "choose<Mode::fast>(float*)",
                             "choose<(Mode)0>", "other<3>"};
        for (int level : {0, 3}) {
            request.optimization = level;
            const auto result = compile(request);
            if (!result && result.error().kind == ErrorKind::environment) continue;
            ASSERT_TRUE(result) << result.error().text();
            const std::string fast = "_Z6chooseIL4Mode1EEvPi";
            EXPECT_THAT(result->instances,
                        ElementsAre(Pair("choose<Mode::fast>", fast), Pair("choose<Mode::fast>(float*)", fast),
                                    Pair("choose<Mode::fast>(int *)", fast), Pair("other<3>", "_Z5otherILi3EEvPi")));
            EXPECT_EQ(result->ptx.find("ws_kernel"), std::string::npos) << result->ptx;
            ExecutionPlan plan;
            for (const char* kernel : {"choose<Mode::fast>", "choose<Mode::fast> (int *)", "choose<Mode::fast>(float*)",
                                       "choose<(Mode)0>", "other<3>"})
                plan.launches.push_back({kernel, {}, {}});
            name_kernels(plan, *result);
            EXPECT_EQ(plan.launches[0].kernel, "choose<(Mode)1>(int*)");
            EXPECT_EQ(plan.launches[1].kernel, "choose<(Mode)1>(int*)");
            EXPECT_EQ(plan.launches[2].kernel, "choose<Mode::fast>(float*)") << "no such kernel";
            EXPECT_EQ(plan.launches[3].kernel, "choose<(Mode)0>");
            EXPECT_EQ(plan.launches[4].kernel, "other<3>") << "a plain name is kept";
        }
    }
}

TEST_F(EachCompiler, ParametersSelectTemplateOverload) {
    for (const CompilerChoice choice : {CompilerChoice::nvrtc, CompilerChoice::clang}) {
        CompileRequest request = request_for("typedef long number;\n"
                                             "template<class T> __global__ void blur(T* a) { a[0] = 1; }\n"
                                             "template<class T> __global__ void blur(T* a, number n) { a[0] = n; }\n"
                                             "template<class T> __global__ void other(T* a, number n) { a[0] = n; }\n"
                                             "template __global__ void blur<int>(int*);\n");
        request.compiler = choice;
        request.instances = {"blur<int>(int*, const long)", "blur<int>(int *)"};
        const auto result = compile(request);
        if (!result && result.error().kind == ErrorKind::environment) continue;
        ASSERT_TRUE(result) << result.error().text();
        EXPECT_THAT(result->instances, ElementsAre(Pair("blur<int>(int*, const long)", "_Z4blurIiEvPT_l")));
        EXPECT_EQ(result->ptx.find("ws_kernel"), std::string::npos) << result->ptx;
        ExecutionPlan plan;
        for (const char* kernel : {"void blur<int> (int*, const long)", "blur<int>(int*)"})
            plan.launches.push_back({kernel, {}, {}});
        name_kernels(plan, *result);
        EXPECT_EQ(match_name("_Z4blurIiEvPT_l", plan.launches[0].kernel), NameMatch::fully);
        EXPECT_EQ(match_name("_Z4blurIiEvPT_", plan.launches[1].kernel), NameMatch::fully);
        // If the template is not overloaded, types may be spelled in any unambiguous way.
        request.instances = {"other<int>(int*, long long)"};
        const auto spelled = compile(request);
        ASSERT_TRUE(spelled) << spelled.error().text();
        EXPECT_THAT(spelled->instances, ElementsAre(Pair("other<int>(int*, long long)", "_Z5otherIiEvPT_l")));
        request.instances = {"blur<int>(float*, long)"};
        const auto failed = compile(request);
        ASSERT_FALSE(failed);
        EXPECT_THAT(failed.error().text(), HasSubstr("the kernel 'blur<int>(float*, long)' cannot be instantiated: "));
    }
}

TEST_F(EachCompiler, SecondCompilationUsesTheCache) {
    const ScratchFolder folder;
    const CompileRequest request = request_for(small_kernel, folder.path().string() + "/unique.cu");
    const auto first = compile(request);
    ASSERT_TRUE(first) << first.error().text();
    EXPECT_FALSE(first->from_cache);
    EXPECT_GT(first->milliseconds, 0);
    const auto second = compile(request);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->from_cache);
    EXPECT_EQ(second->ptx, first->ptx);
    EXPECT_EQ(second->milliseconds, first->milliseconds);
}

} // namespace
} // namespace warpscope::compile

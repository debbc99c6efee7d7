#include "compile/driver/cache.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <set>

#include "input/scratch_folder.hpp"

namespace warpscope::compile {
namespace {

CompileResult example() {
    CompileResult result;
    result.ptx = ".version 9.0\n// \"quoted\" \xc3\xa4\n";
    result.compiler = CompilerKind::clang;
    result.compiler_name = "clang 99";
    result.milliseconds = 12.5;
    result.warnings.push_back({ErrorKind::failed, "careful", {"k.cu", 3, 7}, {}});
    return result;
}

void expect_example(const std::optional<CompileResult>& found) {
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->from_cache);
    EXPECT_EQ(found->ptx, example().ptx);
    EXPECT_EQ(found->compiler, CompilerKind::clang);
    EXPECT_EQ(found->compiler_name, "clang 99");
    EXPECT_EQ(found->milliseconds, 12.5);
    ASSERT_EQ(found->warnings.size(), 1u);
    EXPECT_EQ(found->warnings[0].text(), "k.cu:3:7: careful");
}

TEST(Cache, StoresInMemory) {
    Cache cache({});
    EXPECT_FALSE(cache.find("key"));
    cache.store("key", example());
    expect_example(cache.find("key"));
    EXPECT_FALSE(cache.find("other"));
}

TEST(Cache, OutlivesTheProcess) {
    const ScratchFolder folder;
    Cache(folder.path() / "deep" / "ptx").store("key", example());
    Cache later(folder.path() / "deep" / "ptx");
    expect_example(later.find("key"));
}

TEST(Cache, DamagedFilesAreIgnored) {
    const ScratchFolder folder;
    Cache(folder.path()).store("key", example());
    std::ifstream stream(folder.path() / "key.json");
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    for (const std::string& text :
         {std::string(), std::string("{}"), whole.substr(0, whole.size() / 2), std::string("[1,2"),
          std::string("{\"format\":1,\"ptx\":3}"), std::string("\xff\xfe\x00", 3)}) {
        folder.write("key.json", text);
        EXPECT_FALSE(Cache(folder.path()).find("key")) << text;
    }
}

TEST(Cache, UnwritableFolderIsHarmless) {
    const ScratchFolder folder;
    const auto file = folder.write("file", "not a folder");
    Cache cache(file / "ptx");
    cache.store("key", example());
    expect_example(cache.find("key"));
}

TEST(Cache, OldFilesAreRemoved) {
    const ScratchFolder folder;
    for (int i = 0; i < 4200; ++i) folder.write("old" + std::to_string(i) + ".json", "x");
    Cache(folder.path()).store("key", example());
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++count;
    EXPECT_LT(count, 2100u);
    expect_example(Cache(folder.path()).find("key"));
}

TEST(Cache, CopiesShareKeysUnlessPathMatters) {
    const ScratchFolder one, other;
    const auto keys_differ = [&](CompileRequest request) {
        request.file = "k.cu";
        request.folder = one.path();
        const std::string first = cache_key(request, "c 1");
        request.folder = other.path();
        return cache_key(request, "c 1") != first;
    };
    CompileRequest request;
    request.source = "__global__ void k(int* out) { *out = 1; }\n";
    EXPECT_FALSE(keys_differ(request));
    CompileRequest changed = request;
    changed.debug = true;
    EXPECT_TRUE(keys_differ(changed));
    for (const char* text : {"const char* name = __FILE__;", "#include <cassert>", "auto n = __builtin_FILE();"}) {
        changed = request;
        changed.source += text;
        EXPECT_TRUE(keys_differ(changed)) << text;
        changed = request;
        changed.headers = {{"h.h", text}};
        EXPECT_TRUE(keys_differ(changed)) << text;
    }
    changed = request;
    changed.source = "#include \"h.cuh\"\n" + request.source;
    one.write("h.cuh", "int x;");
    other.write("h.cuh", "int x;");
    EXPECT_TRUE(keys_differ(changed));
}

TEST(Cache, KeyDependsOnEveryInput) {
    const ScratchFolder folder;
    CompileRequest base;
    base.file = (folder.path() / "k.cu").string();
    base.source = "#include \"h.cuh\"\n";
    std::set<std::string> keys;
    const auto is_new = [&](const CompileRequest& request, const char* compiler = "c 1") {
        return keys.insert(cache_key(request, compiler)).second;
    };
    EXPECT_TRUE(is_new(base));
    EXPECT_FALSE(is_new(base));
    EXPECT_TRUE(is_new(base, "c 2"));
    CompileRequest changed = base;
    changed.source += " ";
    EXPECT_TRUE(is_new(changed));
    changed = base;
    changed.file += "x";
    EXPECT_TRUE(is_new(changed));
    changed = base;
    changed.optimization = 0;
    EXPECT_TRUE(is_new(changed));
    changed = base;
    changed.arch = "compute_90";
    EXPECT_TRUE(is_new(changed));
    changed = base;
    changed.defines = {{"A", "12"}};
    EXPECT_TRUE(is_new(changed));
    changed.defines = {{"A1", "2"}};
    EXPECT_TRUE(is_new(changed));
    std::filesystem::create_directory(folder.path() / "h.cuh"); // a folder must not be read as a header
    EXPECT_FALSE(is_new(base));
    std::filesystem::remove(folder.path() / "h.cuh");
    folder.write("h.cuh", "#include \"sub/deeper.cuh\"\n#include \"h.cuh\"\n");
    EXPECT_TRUE(is_new(base));
    folder.write("sub/deeper.cuh", "int x;");
    EXPECT_TRUE(is_new(base));
    EXPECT_FALSE(is_new(base));
    // Headers, even in angle brackets, are searched next to the including file and next to the kernel.
    folder.write("sub/deeper.cuh", "#include \"common.cuh\"\n#include <angle.cuh>\n");
    EXPECT_TRUE(is_new(base));
    folder.write("common.cuh", "int y;");
    EXPECT_TRUE(is_new(base));
    folder.write("angle.cuh", "int z;");
    EXPECT_TRUE(is_new(base));
    folder.write("sub/common.cuh", "int nearer;");
    EXPECT_TRUE(is_new(base));
    EXPECT_FALSE(is_new(base));
    // Headers are searched in `folder` if it is set. `file` then only names the source in messages.
    changed = base;
    changed.file = "k.cu";
    EXPECT_TRUE(is_new(changed));
    changed.folder = folder.path();
    EXPECT_TRUE(is_new(changed));
    changed.source = "const char* name = __FILE__;\n";
    EXPECT_TRUE(is_new(changed));
    changed.folder = folder.path() / "sub"; // the PTX may contain the folder
    EXPECT_TRUE(is_new(changed));
    changed.folder /= "..";
    EXPECT_FALSE(is_new(changed));
    // The value of a macro may name the header.
    changed = base;
    changed.source = "#define H \"sub/common.cuh\"\n#include H\n";
    EXPECT_TRUE(is_new(changed));
    folder.write("sub/common.cuh", "int another;");
    EXPECT_TRUE(is_new(changed));
}

} // namespace
} // namespace warpscope::compile

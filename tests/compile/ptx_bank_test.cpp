#include "compile/ptx_bank.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/process/temporary_folder.hpp"

namespace warpscope::compile {
namespace {

CompileRequest request_for(std::string source, bool debug = false) {
    CompileRequest request;
    request.file = "banked.cu";
    request.source = std::move(source);
    request.debug = debug;
    return request;
}

BankEntry entry_for(const CompileRequest& request, std::string ptx) {
    BankEntry entry{bank_key(request), {}};
    entry.result.ptx = std::move(ptx);
    entry.result.compiler = CompilerKind::clang;
    entry.result.compiler_name = "clang 1.2.3";
    entry.result.instances = {{"blur<float>", "_Z4blurIfEv"}};
    return entry;
}

TEST(PtxBank, ReturnsWhatWasWritten) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const auto plain = request_for("// returns what was written"), debug = request_for(plain.source, true);
    const std::vector<BankEntry> entries{entry_for(plain, "optimized"), entry_for(debug, "unoptimized")};
    const auto file = folder->path() / "bank.json";
    ASSERT_TRUE(write_bank(file, entries));
    EXPECT_FALSE(find_in_banks(plain));
    ASSERT_TRUE(add_bank(file));
    const auto found = find_in_banks(plain), found_debug = find_in_banks(debug);
    ASSERT_TRUE(found && found_debug);
    EXPECT_EQ(found->ptx, "optimized");
    EXPECT_EQ(found->compiler_name, "clang 1.2.3");
    EXPECT_EQ(found->instances.at("blur<float>"), "_Z4blurIfEv");
    EXPECT_EQ(found_debug->ptx, "unoptimized");
    EXPECT_FALSE(find_in_banks(request_for("// another text")));
}

TEST(PtxBank, OmitsFolders) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const auto request = request_for("// omits folders");
    const std::vector<BankEntry> entries{entry_for(request, ".file 1 \"/home/somebody/banked.cu\"\n")};
    const auto file = folder->path() / "bank.json";
    ASSERT_TRUE(write_bank(file, entries) && add_bank(file));
    EXPECT_EQ(find_in_banks(request)->ptx, ".file 1 \"banked.cu\"\n");
}

TEST(PtxBank, RefusesOtherFiles) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    for (const char* text :
         {"", "no JSON", "{}", R"({"version": 2, "kernels": {}})", R"({"version": 1, "kernels": {"a": {"ptx": 3}}})"}) {
        ASSERT_TRUE(folder->write("bank.json", text));
        const auto added = add_bank(folder->path() / "bank.json");
        ASSERT_FALSE(added) << text;
        EXPECT_NE(added.error().hint.english().find("warpscope bank"), std::string::npos) << text;
    }
    EXPECT_FALSE(add_bank(folder->path() / "missing.json"));
}

} // namespace
} // namespace warpscope::compile

// Inputs that the fuzzer found, and inputs of the parser's tests, load or fail with a message.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

#include "ptx/parser.hpp"
#include "simt/program.hpp"

namespace warpscope::simt {
namespace {

TEST(Loader, HandlesTheParsersTestInputs) {
    size_t loaded = 0;
    for (const char* folder : {"corpus", "golden"})
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/ptx" / folder)) {
            if (entry.path().extension() != ".ptx") continue;
            SCOPED_TRACE(entry.path());
            std::ifstream in(entry.path(), std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            auto module = ptx::parse(text, "input");
            if (!module) continue;
            const bool supported = unsupported_forms(*module).empty();
            const auto program = Program::build(std::make_shared<ptx::Module>(std::move(*module)));
            EXPECT_EQ(program.has_value(), supported);
            loaded += program ? 1 : 0;
        }
    EXPECT_GT(loaded, 5u);
}

std::string load_error(const std::string& body) {
    auto module = ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n" + body, "input");
    if (!module) return "not parsed: " + module.error().text();
    const auto program = Program::build(std::make_shared<ptx::Module>(std::move(*module)));
    return program ? "" : program.error().text();
}

TEST(Loader, RejectsImpossibleSizes) {
    using testing::HasSubstr;
    // Some of these sizes are 0 or 16 if truncated to 32 bits.
    EXPECT_THAT(load_error(".visible .entry k()\n{\n.shared .b8 big[4294967312];\nret;\n}"),
                HasSubstr("'big' (PTX line 6) takes 4294967312 bytes of shared memory"));
    EXPECT_THAT(load_error(".shared .b8 big[4294967312];\n.visible .entry k()\n{\nret;\n}"), HasSubstr("'big'"));
    EXPECT_THAT(load_error(".func f(.param .align 16 .b8 a[4294967280], .param .b64 b)\n{\nret;\n}"),
                HasSubstr("the local variables of f take 4294967"));
    EXPECT_THAT(load_error(".visible .entry k()\n{\n.local .b8 big[4294967296];\nret;\n}"),
                HasSubstr("a thread has 524288"));
    EXPECT_THAT(load_error(".visible .entry k(.param .b8 o[1099511627776])\n{\nret;\n}"),
                HasSubstr("a kernel can have 32764"));
    EXPECT_EQ(load_error(".visible .entry k(.param .b8 o[32764])\n{\nret;\n}"), "");
    EXPECT_EQ(load_error(".visible .entry k()\n{\n.local .b8 big[524256];\nret;\n}"), "");
}

/// Returns kernel k and functions f2 to f`count` with `locals` bytes of local memory each. Each calls the next one
/// `calls` times.
std::string chain(uint32_t count, uint32_t locals, uint32_t calls) {
    std::string text;
    for (uint32_t k = count; k > 0; --k) {
        text += (k == 1 ? ".visible .entry k()" : ".func f" + std::to_string(k) + "()") + "\n{\n.local .b8 own[" +
                std::to_string(locals) + "];\n";
        for (uint32_t call = 0; call < calls && k < count; ++call) text += "call f" + std::to_string(k + 1) + ";\n";
        text += "ret;\n}\n";
    }
    return text;
}

TEST(Loader, SumsCallStacksInLinearTime) {
    EXPECT_EQ(load_error(chain(60, 1024, 3)), ""); // 3^60 call paths
    EXPECT_THAT(load_error(chain(60, 16384, 1)), testing::HasSubstr("take 983040 bytes of local memory"));
}

} // namespace
} // namespace warpscope::simt

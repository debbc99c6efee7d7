// What the fuzzer found once is loaded, or refused with a message, ever after; and so is everything the parser's tests
// have.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "ptx/parser.hpp"
#include "simt/program.hpp"

namespace warpscope::simt {
namespace {

TEST(Loader, SurvivesTheInputsOfTheParsersTests) {
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

} // namespace
} // namespace warpscope::simt

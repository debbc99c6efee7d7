// Checks that docs/PTX.md is up to date. WARPSCOPE_REBASE=1 rewrites it.
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "base/rebase.hpp"
#include "ptx/opcodes.hpp"
#include "simt/events.hpp"
#include "simt/supported_ptx.hpp"

namespace warpscope::simt {
namespace {

TEST(PtxDocument, IsUpToDate) {
    const std::string file = WARPSCOPE_SOURCE_DIR "/docs/PTX.md", now = ptx_markdown();
    if (rebasing()) std::ofstream(file) << now;
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_TRUE(text.str() == now) << "run `warpscope --print-ptx > docs/PTX.md`";
}

TEST(PtxDocument, EveryEmulatedOpcodeHasAForm) {
    const std::string text = ptx_markdown();
    for (const ptx::OpcodeInfo& info : ptx::opcode_table()) {
        if (info.opcode == ptx::Opcode::unknown) continue;
        const std::string name(info.name);
        const size_t row = text.find("|`" + name + "`|");
        ASSERT_NE(row, std::string::npos) << name;
        if (info.support != ptx::OpcodeSupport::emulated) continue;
        EXPECT_LT(text.find("|`" + name, row + 2), text.find('\n', row)) << name;
    }
}

TEST(PtxDocument, ReportDescribesEveryFindingKind) {
    std::ifstream in(WARPSCOPE_SOURCE_DIR "/docs/REPORT.md");
    std::stringstream text;
    text << in.rdbuf();
    uint8_t kind = 0;
    for (; name_of(FindingKind{kind}) != "unknown"; ++kind)
        EXPECT_NE(text.str().find(fmt::format("\n| `{}` |", name_of(FindingKind{kind}))), std::string::npos)
            << name_of(FindingKind{kind}) << " is not in docs/REPORT.md";
    EXPECT_GT(kind, 0);
}

} // namespace
} // namespace warpscope::simt

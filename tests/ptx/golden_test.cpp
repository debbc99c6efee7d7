// Golden files: canonical modules, error messages, control-flow graphs.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

#include "ptx/cfg.hpp"
#include "ptx/support.hpp"

namespace warpscope::ptx {
namespace {

using namespace testing;

std::string notes_text(const Module& module) {
    std::string text;
    for (const Note& note : module.notes) text += fmt::format("// line {}: {}\n", note.ptx_line, note.message);
    std::set<std::string> unknown;
    for (const Function& function : module.functions)
        for (const Instruction& instruction : function.body) {
            const std::string_view mnemonic = mnemonic_of(instruction);
            if (instruction.opcode == Opcode::unknown) unknown.insert(fmt::format("// opcode of {}\n", mnemonic));
            for (const std::string& suffix : instruction.modifiers.unknown)
                unknown.insert(fmt::format("// suffix .{} of {}\n", suffix, mnemonic));
        }
    if (!unknown.empty()) text += "// not known:\n";
    for (const std::string& line : unknown) text += line;
    return text;
}

std::string block_name(uint32_t block) { return block == function_end ? "end" : fmt::format("B{}", block); }

std::string cfg_text(const Function& function) {
    const ControlFlowGraph graph = build_cfg(function);
    std::string text;
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
        const BasicBlock& block = graph.blocks[b];
        std::vector<std::string> successors;
        for (const uint32_t successor : block.successors) successors.push_back(block_name(successor));
        if (block.leaves) successors.push_back("end");
        text += fmt::format("B{} -> {}; post-dominated by {}\n", b, fmt::join(successors, " "),
                            block_name(block.post_dominator));
        for (uint32_t i = block.first; i < block.end; ++i) {
            EXPECT_EQ(graph.block_of[i], b);
            text += fmt::format("    {:2} {}", i, function.body[i].text);
            if (graph.reconvergence[i] != function_end)
                text += fmt::format("   // lanes meet at {}", graph.reconvergence[i]);
            text += '\n';
        }
    }
    return text;
}

std::string actual_text(const std::filesystem::path& input) {
    const std::string name = input.stem().string();
    const auto module = parse(contents(input), input.filename().string());
    if (name.starts_with("bad-")) {
        EXPECT_FALSE(module.has_value()) << input << " must be refused";
        return module ? "" : module.error().text() + "\n";
    }
    if (!module) {
        ADD_FAILURE() << module.error().text();
        return {};
    }
    return name.starts_with("cfg-") ? cfg_text(module->functions.back()) : to_text(*module) + notes_text(*module);
}

class GoldenFiles : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(GoldenFiles, MatchesExpectedText) {
    std::filesystem::path expected = GetParam();
    expect_golden(actual_text(GetParam()), expected.replace_extension(".expected"));
}

std::string test_name(const ::testing::TestParamInfo<std::filesystem::path>& info) {
    std::string name = info.param.stem().string();
    for (char& c : name)
        if (c == '-') c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenFiles, ::testing::ValuesIn(files_in("golden", ".ptx")), test_name);

} // namespace
} // namespace warpscope::ptx

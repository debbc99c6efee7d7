#include "ptx/rewrite/link.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptx/parser.hpp"

namespace warpscope::ptx {
namespace {

const std::string head = ".version 7.0\n.target sm_70\n.address_size 64\n";

const std::string first = head + R"(.extern .func (.param .b32 r) scaled (.param .b32 a);
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.extern .global .align 4 .u32 calls;
.extern .shared .align 16 .b8 tile[];
.global .align 1 .b8 $str[2] = {97, 0};
.func (.param .b32 r) helper(.param .b32 a) { ret; }
.weak .func (.param .b32 r) twice(.param .b32 a) { ret; }
.visible .entry work(.param .u64 p) {
    .reg .b32 %r<3>;
    .reg .b64 %rd<2>;
    .loc 1 5 3
    ld.global.u32 %r1, [calls];
    .loc 2 7 3, function_name $L__info_string0, inlined_at 1 6 5
    mov.u64 %rd1, $str;
    ret;
}
.file 1 "first.cu"
.file 2 "shared.h"
.section .debug_str { $L__info_string0: .b8 97, 0 }
)";
const std::string second = R"(.version 8.1
.target sm_70
.address_size 64
.visible .global .align 4 .u32 calls = 5;
.extern .shared .align 16 .b8 tile[];
.global .align 1 .b8 $str[2] = {98, 0};
.func (.param .b32 r) helper(.param .b32 a) { ret; }
.weak .func (.param .b32 r) twice(.param .b32 a) { ret; }
.visible .func (.param .b32 r) scaled(.param .b32 a) {
    .reg .b64 %rd<2>;
    .loc 1 9 1, function_name $L__info_string0, inlined_at 1 8 1
    mov.u64 %rd1, $str;
    ret;
}
.file 1 "second.cu"
.section .debug_str { $L__info_string0: .b8 98, 0 }
)";

Module linked(const std::vector<std::string>& texts) {
    const auto text = link(texts);
    EXPECT_TRUE(text) << (text ? "" : text.error().text());
    if (!text) return {};
    auto module = parse(*text, "linked");
    EXPECT_TRUE(module) << (module ? "" : module.error().text()) << "\n" << *text;
    return module ? *module : Module{};
}

TEST(Link, ResolvesNamesAcrossFiles) {
    EXPECT_THAT(unresolved_in(first), ::testing::ElementsAre("scaled", "calls"));
    EXPECT_THAT(unresolved_in(second), ::testing::IsEmpty());
    for (const auto& texts : {std::vector{first, second}, std::vector{second, first}}) {
        const Module module = linked(texts);
        EXPECT_EQ(module.version, "8.1") << "the newest that one of them needs";
        ASSERT_NE(module.find_function("scaled"), nullptr);
        EXPECT_FALSE(module.find_function("scaled")->is_declaration);
        const Variable* const calls = module.find_variable("calls");
        ASSERT_NE(calls, nullptr);
        EXPECT_FALSE(calls->is_extern);
        EXPECT_EQ(calls->initial.at(0), std::byte{5});
        EXPECT_THAT(unresolved_in(*link(texts)), ::testing::IsEmpty());
    }
}

TEST(Link, SeparatesFileLocalNames) {
    const Module module = linked({first, second});
    std::vector<std::string> strings, helpers;
    for (const Variable& variable : module.variables)
        if (variable.name.starts_with("$str")) strings.push_back(variable.name);
    for (const Function& function : module.functions)
        if (function.name.starts_with("helper")) helpers.push_back(function.name);
    EXPECT_EQ(strings.size(), 2u);
    EXPECT_EQ(helpers.size(), 2u);
    const auto reads = [&](const char* function) {
        for (const Instruction& instruction : module.find_function(function)->body)
            if (instruction.opcode == Opcode::mov) return std::get<SymbolRef>(instruction.operands.at(1).value).name;
        return std::string();
    };
    EXPECT_EQ(reads("work"), "$str");
    EXPECT_NE(reads("scaled"), "$str");
}

TEST(Link, KeepsLinesOfEachFile) {
    const Module module = linked({first, second});
    const auto place = [&](const char* function, size_t index) {
        return module.find_function(function)->body.at(index).source.file;
    };
    EXPECT_EQ(place("work", 0), "first.cu");
    EXPECT_EQ(place("work", 1), "shared.h");
    EXPECT_EQ(module.find_function("work")->body.at(1).inlined_at.at(0).file, "first.cu");
    EXPECT_EQ(place("scaled", 0), "second.cu");
}

TEST(Link, DuplicateDefinitionIsRejected) {
    const auto text = link(std::vector{second, second});
    ASSERT_FALSE(text);
    EXPECT_NE(text.error().message.english().find("'calls'"), std::string::npos) << text.error().message;
    EXPECT_EQ(*link(std::vector{first}), first);
}

} // namespace
} // namespace warpscope::ptx

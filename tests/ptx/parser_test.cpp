#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptx/support.hpp"

namespace warpscope::ptx {
namespace {

using namespace testing;
using ::testing::HasSubstr;

constexpr const char* head = ".version 8.0\n.target sm_75\n.address_size 64\n";

Module parse_module(const std::string& text) {
    auto module = parse(head + text, "test.ptx");
    if (!module) {
        ADD_FAILURE() << module.error().text();
        return {};
    }
    return std::move(*module);
}

std::string error_of(const std::string& text) {
    const auto module = parse(head + text, "test.ptx");
    return module ? "no error" : module.error().text();
}

TEST(Parser, ReadsHeader) {
    const Module module = parse_module("");
    EXPECT_EQ(module.version, "8.0");
    EXPECT_EQ(module.target, "sm_75");
    EXPECT_EQ(module.address_size, 64u);
}

TEST(Parser, ReadsEntryWithBounds) {
    const Module module =
        parse_module(".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .align 4 .b8 s[12])\n"
                     ".maxntid 16, 8, 2 .minnctapersm 3 { ret; }");
    const Function& k = module.functions.at(0);
    EXPECT_TRUE(k.is_entry);
    EXPECT_FALSE(k.is_declaration);
    EXPECT_EQ(k.max_threads, 256u);
    ASSERT_EQ(k.parameters.size(), 2u);
    EXPECT_EQ(k.parameters[0].type, Type::u64);
    EXPECT_EQ(k.parameters[0].alignment, 8u) << ".ptr .align describes the pointed-to memory";
    EXPECT_EQ(k.parameters[1].bytes, 12u);
    EXPECT_EQ(k.parameters[1].alignment, 4u);
    EXPECT_TRUE(module.notes.empty());
}

TEST(Parser, RejectsClustersOfSeveralBlocks) {
    EXPECT_THAT(error_of(".entry k() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }"),
                HasSubstr("'k' is made for clusters of several blocks"));
    EXPECT_EQ(error_of(".entry k() .explicitcluster .reqnctapercluster 1, 1, 1 { ret; }"), "no error");
}

TEST(Parser, MergesDeclarationAndDefinition) {
    const Module module = parse_module(".func f(.param .b32 a);\n.extern .func g;\n.func f(.param .b32 a) { ret; }");
    ASSERT_EQ(module.functions.size(), 2u);
    EXPECT_FALSE(module.find_function("f")->is_declaration);
    EXPECT_TRUE(module.find_function("g")->is_declaration);
    EXPECT_EQ(module.find_function("h"), nullptr);
}

TEST(Parser, ReadsInitializers) {
    const Module module =
        parse_module(".global .u16 a[4] = {1, 0x0203};\n.global .f32 b[] = {1.0, 0f40000000};\n"
                     ".global .u64 c = generic(a)+2;\n.extern .shared .b8 d[];\n.global .f16 e = 1.5;");
    const Variable& a = *module.find_variable("a");
    ASSERT_EQ(a.initial.size(), 8u);
    EXPECT_EQ(a.initial[0], std::byte{1});
    EXPECT_EQ(a.initial[2], std::byte{3});
    EXPECT_EQ(a.initial[3], std::byte{2});
    EXPECT_EQ(a.initial[7], std::byte{0});
    const Variable& b = *module.find_variable("b");
    EXPECT_EQ(b.bytes, 8u);
    EXPECT_EQ(b.initial[3], std::byte{0x3f});
    EXPECT_EQ(b.initial[7], std::byte{0x40});
    const Variable& c = *module.find_variable("c");
    ASSERT_EQ(c.relocations.size(), 1u);
    EXPECT_EQ(c.relocations[0], (Variable::Relocation{0, "a", 2, true, 8, 0}));
    EXPECT_TRUE(module.find_variable("d")->is_extern);
    EXPECT_EQ(module.find_variable("d")->bytes, 0u);
    EXPECT_EQ(module.find_variable("e")->initial.at(1), std::byte{0x3e});
}

TEST(Parser, NestedScopesShadow) {
    const Module module = parse_module(".entry k { .reg .b32 x; .param .b32 q; mov.u32 x, 1;\n"
                                       "{ .reg .b32 x; .param .b32 q; mov.u32 x, 2; st.param.b32 [q], x; }\n"
                                       "mov.u32 x, 3; st.param.b32 [q], x; ret; }");
    const Function& k = module.functions.at(0);
    const auto target = [&](size_t i) { return std::get<Register>(k.body[i].operands[0].value).index; };
    EXPECT_NE(target(0), target(1));
    EXPECT_EQ(target(0), target(3));
    EXPECT_NE(k.registers[target(0)].name, k.registers[target(1)].name);
    ASSERT_EQ(k.variables.size(), 2u);
    EXPECT_NE(k.variables[0].name, k.variables[1].name);
    const auto stored_to = [&](size_t i) {
        return std::get<SymbolRef>(std::get<Address>(k.body[i].operands[0].value).base).name;
    };
    EXPECT_EQ(stored_to(2), k.variables[1].name);
    EXPECT_EQ(stored_to(4), k.variables[0].name);
}

TEST(Parser, InnerLabelsHideOuterOnes) {
    const Module module = parse_module(".entry k { L: { bra L; L: membar.gl; } bra L; }");
    const auto& body = module.functions.at(0).body;
    EXPECT_EQ(std::get<LabelRef>(body[0].operands[0].value).target, 1u);
    EXPECT_EQ(std::get<LabelRef>(body[2].operands[0].value).target, 0u);
}

TEST(Parser, BodiesEndWithReturn) {
    EXPECT_EQ(parse_module(".entry k { }").functions[0].body.size(), 1u);
    EXPECT_EQ(parse_module(".entry k { membar.gl; }").functions[0].body.back().opcode, Opcode::ret);
    EXPECT_EQ(parse_module(".entry k { ret; }").functions[0].body.size(), 1u);
    const Module label_at_end = parse_module(".entry k { bra L; ret; L: }");
    const auto& body = label_at_end.functions[0].body;
    ASSERT_EQ(body.size(), 3u);
    EXPECT_EQ(std::get<LabelRef>(body[0].operands[0].value).target, 2u);
}

TEST(Parser, RegisterRangesCostNothing) {
    const Module module = parse_module(".entry k { .reg .b32 %r<4000000000>; mov.u32 %r3999999999, 1; ret; }");
    EXPECT_EQ(module.functions[0].registers.size(), 1u);
    EXPECT_THAT(error_of(".entry k { .reg .b32 %r<10>; mov.u32 %r10, 1; ret; }"), HasSubstr("'%r10' is not declared"));
    EXPECT_THAT(error_of(".entry k { .reg .b32 %r<10>; mov.u32 %r01, 1; ret; }"), HasSubstr("'%r01' is not declared"));
}

TEST(Parser, ReadsSourceLines) {
    const Module module = parse_module(".entry k {\n.loc 1 10 3\nmembar.gl;\n"
                                       ".loc 2 5 1, function_name $s, inlined_at 1 11 4\nmembar.gl;\n"
                                       ".loc 2 6 2, function_name $s+4, inlined_at 2 5 1\nmembar.gl;\n"
                                       ".loc 7 1 1\nret;\n}\n.file 1 \"a.cu\"\n.file 2 \"lib\" \"b.cuh\"\n");
    const auto& body = module.functions[0].body;
    EXPECT_EQ(body[0].source, (SourceLocation{"a.cu", 10, 3}));
    EXPECT_TRUE(body[0].inlined_at.empty());
    EXPECT_EQ(body[1].source, (SourceLocation{"lib/b.cuh", 5, 1}));
    EXPECT_EQ(body[1].inlined_at, (std::vector<SourceLocation>{{"a.cu", 11, 4}}));
    EXPECT_EQ(body[2].source, (SourceLocation{"lib/b.cuh", 6, 2}));
    EXPECT_EQ(body[2].inlined_at, (std::vector<SourceLocation>{{"lib/b.cuh", 5, 1}, {"a.cu", 11, 4}}));
    EXPECT_TRUE(body[3].source.file.empty()) << "file 7 does not exist";
    EXPECT_EQ(body[0].ptx_line, 6u);
}

TEST(Parser, ReadsJumpTables) {
    const Module module =
        parse_module(".entry k { .reg .u32 r; brx.idx r, t; A: membar.gl; B: ret; t: .branchtargets B, A, B; }");
    EXPECT_EQ(module.functions[0].body[0].branch_targets, (std::vector<uint32_t>{2, 1, 2}));
}

TEST(Parser, UnknownDirectivesAreNoted) {
    const Module module = parse_module(".new_thing 1, 2\n.entry k .newer 3 { .newest \"x\"\nret; }");
    ASSERT_EQ(module.notes.size(), 3u);
    EXPECT_EQ(module.notes[0].ptx_line, 4u);
    EXPECT_THAT(module.notes[0].message, HasSubstr(".new_thing"));
    EXPECT_THAT(module.notes[1].message, HasSubstr(".newer"));
    EXPECT_THAT(module.notes[2].message, HasSubstr(".newest"));
}

TEST(Parser, NoreturnCallsAreMarked) {
    const Module module = parse_module(".extern .func stop .noreturn;\n.extern .func go;\n.extern .func __assertfail;\n"
                                       ".entry k { call stop; call go; call __assertfail; ret; }");
    const auto& body = module.functions.back().body;
    EXPECT_TRUE(body[0].call.front().noreturn);
    EXPECT_FALSE(body[1].call.front().noreturn);
    EXPECT_TRUE(body[2].call.front().noreturn);
}

TEST(Parser, ErrorsHavePlaceAndCause) {
    EXPECT_EQ(error_of(".entry k { add.s32 1 2; }"),
              "test.ptx:4:22: expected ',' or ';' after an operand but found the number '2'");
    EXPECT_EQ(error_of("\n  .entry 5"), "test.ptx:5:10: expected a function's name but found the number '5'");
}

TEST(Parser, FindsEntryByName) {
    const Module module = parse_module(
        ".entry plain { ret; }\n.entry _Z4blurPKhi { ret; }\n.entry _ZN5image6detail4grayEv { ret; }\n"
        ".entry _Z4tileILi16EEvPf { ret; }\n.entry _Z4tileILi32EEvPf { ret; }\n"
        ".entry _ZL5localv { ret; }\n.entry _ZN12_GLOBAL__N_16hiddenEPi { ret; }\n.func _Z4helpv { ret; }");
    const auto name = [&](std::string_view wanted) -> std::string {
        const Function* entry = module.find_entry(wanted);
        return entry == nullptr ? "" : entry->name;
    };
    EXPECT_EQ(name("plain"), "plain");
    EXPECT_EQ(name("blur"), "_Z4blurPKhi");
    EXPECT_EQ(name("_Z4blurPKhi"), "_Z4blurPKhi");
    EXPECT_EQ(name("gray"), "_ZN5image6detail4grayEv");
    EXPECT_EQ(name("local"), "_ZL5localv");
    EXPECT_EQ(name("hidden"), "_ZN12_GLOBAL__N_16hiddenEPi");
    EXPECT_EQ(name("tile"), "") << "two instances: ambiguous";
    EXPECT_EQ(name("_Z4tileILi32EEvPf"), "_Z4tileILi32EEvPf");
    EXPECT_EQ(name("tile<32>"), "_Z4tileILi32EEvPf");
    EXPECT_EQ(name("blur(const unsigned char*, int)"), "_Z4blurPKhi");
    EXPECT_EQ(name("image::detail::gray"), "_ZN5image6detail4grayEv");
    const Diagnostic choice = module.missing_entry_error("tile");
    EXPECT_EQ(choice.message, "'tile' is the name of several kernels: tile<16>(float*), tile<32>(float*)");
    EXPECT_NE(choice.hint.english().find("kernel = \"tile<16>(float*)\""), std::string::npos);
    EXPECT_NE(module.missing_entry_error("blu").message.english().find(
                  "there is no kernel 'blu'; there are plain, blur(unsigned char"),
              std::string::npos);
    EXPECT_EQ(name("blu"), "");
    EXPECT_EQ(name("help"), "") << "not an entry";
    EXPECT_EQ(name(""), "");
}

TEST(Parser, FindsVariableByName) {
    const Module module = parse_module(".const .f32 _ZN5image7weightsE;\n.global .u32 _ZL7counter;\n"
                                       ".shared .f32 tile;\n.global .u32 _ZZ1kPiE5table;\n"
                                       ".const .f32 _ZN1a6filterE;\n.const .f32 _ZN1b6filterE;\n.const .f32 filter;");
    const auto name = [&](std::string_view wanted) -> std::string {
        const Variable* variable = module.find_variable(wanted);
        return variable == nullptr ? "" : variable->name;
    };
    EXPECT_EQ(name("weights"), "_ZN5image7weightsE");
    EXPECT_EQ(name("image::weights"), "_ZN5image7weightsE");
    EXPECT_EQ(name("counter"), "_ZL7counter");
    EXPECT_EQ(name("filter"), "filter");
    EXPECT_EQ(name("a::filter"), "_ZN1a6filterE");
    EXPECT_EQ(name("k"), "") << "the variable belongs to a function";
    EXPECT_EQ(name("weight"), "");
}

TEST(Parser, ResolvesAliases) {
    const Module module = parse_module(".func real { ret; }\n.func other;\n.alias other_name, real;");
    EXPECT_EQ(module.find_function("other_name"), module.find_function("real"));
}

/// Parses modules that would take minutes or gigabytes if parsing were not linear.
TEST(Parser, ParsesLargeModulesQuickly) {
    std::string body, calls, tables;
    for (int i = 0; i < 20000; ++i) {
        calls += "{ .reg .b32 t; .param .b32 q; mov.u32 t, 1; st.param.b32 [q], t; L: bra L; }\n";
        body += fmt::format("mov.u32 %r{}, %r{}; L{}:\n", i, i * 7, i);
    }
    const Module module = parse_module(".entry k { .reg .b32 %r<1000000>;\n" + body + calls + "ret; }");
    EXPECT_EQ(module.functions[0].body.size(), 80001u);
    std::string labels = "L";
    for (int i = 0; i < 20000; ++i) labels += ", L";
    for (int i = 0; i < 2000; ++i) tables += "brx.idx %r1, t;";
    EXPECT_THAT(error_of(".entry k { .reg .b32 %r<9>; L: " + tables + " t: .branchtargets " + labels + "; }"),
                HasSubstr("too large"));
}

TEST(Parser, FileNamesRoundTrip) {
    constexpr const char* text = ".version 8.0\n.target sm_75\n.address_size 64\n"
                                 ".file 1 \"/\\320\\272/a\\\\b.cu\"\n.visible .entry k()\n{\n.loc 1 1 1\nret;\n}\n";
    const Module module = *parse(text, "t.ptx");
    EXPECT_EQ(module.files.at(1), "/\xd0\xba/a\\b.cu");
    const std::string printed = to_text(module);
    EXPECT_NE(printed.find("\"/\\320\\272/a\\134b.cu\""), std::string::npos) << printed;
    EXPECT_EQ(parse(printed, "again.ptx")->files, module.files);
}

} // namespace
} // namespace warpscope::ptx

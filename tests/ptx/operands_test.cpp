#include <bit>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptx/support.hpp"

namespace warpscope::ptx {
namespace {

using namespace testing;

std::vector<Operand> operands_of(const std::string& instruction) {
    const Module module = parse_kernel(instruction);
    return module.functions.empty() ? std::vector<Operand>{} : module.functions.back().body.front().operands;
}

int64_t value_of(const std::string& expression) {
    const auto operands = operands_of("mov.b64 %rd1, " + expression + ";");
    if (operands.size() != 2 || !std::holds_alternative<Immediate>(operands[1].value)) {
        ADD_FAILURE() << expression << " is not a constant";
        return 0;
    }
    return static_cast<int64_t>(std::get<Immediate>(operands[1].value).bits);
}

TEST(Constants, EvaluatesLiterals) {
    EXPECT_EQ(value_of("0"), 0);
    EXPECT_EQ(value_of("42U"), 42);
    EXPECT_EQ(value_of("0x1F"), 31);
    EXPECT_EQ(value_of("0XabU"), 0xab);
    EXPECT_EQ(value_of("0b1011"), 11);
    EXPECT_EQ(value_of("0777"), 511);
    EXPECT_EQ(value_of("WARP_SZ"), 32);
    EXPECT_EQ(value_of("-1"), -1);
    EXPECT_EQ(value_of("0xffffffffffffffff"), -1);
    EXPECT_EQ(value_of("-9223372036854775808"), std::numeric_limits<int64_t>::min());
}

TEST(Constants, EvaluatesOperators) {
    EXPECT_EQ(value_of("2 + 3 * 4 - 1"), 13);
    EXPECT_EQ(value_of("(2 + 3) * 4"), 20);
    EXPECT_EQ(value_of("~5 & 0xff"), 250);
    EXPECT_EQ(value_of("!3 | !0"), 1);
    EXPECT_EQ(value_of("7 / -2"), -3);
    EXPECT_EQ(value_of("-7 % 3"), -1);
    EXPECT_EQ(value_of("1 << 40"), int64_t{1} << 40);
    EXPECT_EQ(value_of("1 << 64"), 0);
    EXPECT_EQ(value_of("-8 >> 1"), -4);
    EXPECT_EQ(value_of("-8 >> 100"), -1);
    EXPECT_EQ(value_of("0xfffffffffffffff8 >> 60"), 15);
    EXPECT_EQ(value_of("-1 < 1"), 1);
    EXPECT_EQ(value_of("-1 < 1U"), 0);
    EXPECT_EQ(value_of("3 > 2 && 0 || 1"), 1);
    EXPECT_EQ(value_of("1 == 2 ? 10 : 3 != 4 ? 20 : 30"), 20);
    EXPECT_EQ(value_of("(.u64) -1 > 0"), 1);
    EXPECT_EQ(value_of("6 ^ 3"), 5);
}

TEST(Constants, ReadsFloatingPoint) {
    const auto immediate = [](const std::string& text) {
        return std::get<Immediate>(operands_of("mov.f32 %f1, " + text + ";").at(1).value);
    };
    EXPECT_EQ(immediate("0f3F800000"), (Immediate{0x3f800000, true, true}));
    EXPECT_EQ(immediate("-0f3F800000"), (Immediate{0xbf800000, true, true}));
    EXPECT_EQ(immediate("0d4004000000000000"), (Immediate{std::bit_cast<uint64_t>(2.5), true, false}));
    EXPECT_EQ(immediate("1.5e3"), (Immediate{std::bit_cast<uint64_t>(1500.0), true, false}));
    EXPECT_EQ(immediate("-2e-1"), (Immediate{std::bit_cast<uint64_t>(-0.2), true, false}));
}

TEST(Operands, ReadsRegisters) {
    const Module module = parse_kernel("setp.lt.and.s32 %p1|%p2, %r3, %r3, !%p4;");
    const auto& function = module.functions.back();
    const auto& operands = function.body.front().operands;
    ASSERT_EQ(operands.size(), 5u);
    const auto name = [&](size_t i) { return function.registers[std::get<Register>(operands[i].value).index].name; };
    EXPECT_EQ(name(0), "%p1");
    EXPECT_EQ(name(1), "%p2");
    EXPECT_EQ(name(2), "%r3");
    EXPECT_EQ(operands[2], operands[3]);
    EXPECT_EQ(name(4), "%p4");
    EXPECT_TRUE(std::get<Register>(operands[4].value).negated);
    EXPECT_EQ(function.registers.size(), 4u) << "only registers that are used are listed";
}

TEST(Operands, ReadsAddresses) {
    const auto address = [](const std::string& text) {
        return std::get<Address>(operands_of("ld.u32 %r1, " + text + ";").at(1).value);
    };
    EXPECT_EQ(address("[%rd1]").offset, 0);
    EXPECT_EQ(address("[%rd1+4]").offset, 4);
    EXPECT_EQ(address("[%rd1-4]").offset, -4);
    EXPECT_EQ(address("[%rd1+-4]").offset, -4);
    EXPECT_EQ(address("[%rd1 + 2*(3+1) - 1]").offset, 7);
    EXPECT_EQ(std::get<SymbolRef>(address("[shared_array+8]").base), (SymbolRef{"shared_array", 0}));
    EXPECT_EQ(address("[shared_array+8]").offset, 8);
    EXPECT_EQ(std::get<Immediate>(address("[0x20+1]").base).bits, 33u);
    EXPECT_EQ(std::get<SymbolRef>(operands_of("mov.u64 %rd1, global_array+12;").at(1).value),
              (SymbolRef{"global_array", 12}));
}

TEST(Operands, ReadsSpecialRegisters) {
    const auto special = [](const std::string& text) {
        return std::get<SpecialRegister>(operands_of("mov.u32 %r1, " + text + ";").at(1).value);
    };
    EXPECT_EQ(special("%tid.x"), (SpecialRegister{Special::tid, 0}));
    EXPECT_EQ(special("%nctaid.z"), (SpecialRegister{Special::nctaid, 2}));
    EXPECT_EQ(special("%laneid"), (SpecialRegister{Special::laneid, 0}));
    EXPECT_EQ(special("%lanemask_lt"), (SpecialRegister{Special::lanemask_lt, 0}));
    EXPECT_EQ(special("%envreg31"), (SpecialRegister{Special::envreg, 31}));
    EXPECT_EQ(special("%pm7"), (SpecialRegister{Special::pm, 7}));
    EXPECT_EQ(special("%pm0_64"), (SpecialRegister{Special::pm_64, 0}));
    EXPECT_FALSE(parse(kernel_text("mov.u32 %r1, %tid.q;"), "x").has_value());
}

/// An undeclared register may be a special register of a newer PTX version, so it must not stop the parser.
TEST(Operands, UnknownSpecialRegistersAreSymbols) {
    for (const std::string name : {"%envreg32", "%pm8", "%newer_register"}) {
        const auto operands = operands_of("mov.u32 %r1, " + name + ";");
        EXPECT_EQ(std::get<SymbolRef>(operands.at(1).value), (SymbolRef{name, 0}));
    }
    EXPECT_FALSE(parse(kernel_text("mov.u32 %r1, %r1000000;"), "x").has_value()) << "outside the declared range";
    EXPECT_FALSE(parse(kernel_text("{ .reg .b32 %gone; mov.u32 %gone, 1; } mov.u32 %r1, %gone;"), "x").has_value());
}

TEST(Operands, ReadsPartsOfRegisters) {
    const auto operands = operands_of("vadd4.u32.u32.s32.sat %r1.b20, %r2.b7654, %r3, %r4;");
    EXPECT_EQ(std::get<Register>(operands.at(0).value).part, (RegisterPart{8, 2, 0x20, false}));
    EXPECT_EQ(std::get<Register>(operands.at(1).value).part, (RegisterPart{8, 4, 0x7654, false}));
    EXPECT_EQ(std::get<Register>(operands.at(2).value).part, RegisterPart{});
    const auto product = operands_of("vmad.s32.s32.s32 %r1, -%r2.h1, %r3.b0, -%r4;");
    EXPECT_EQ(std::get<Register>(product.at(1).value).part, (RegisterPart{16, 1, 1, true}));
    EXPECT_EQ(std::get<Register>(product.at(3).value).part, (RegisterPart{0, 0, 0, true}));
    EXPECT_FALSE(parse(kernel_text("vadd.u32.u32.u32 %r1, %r2.b8, %r3;"), "x").has_value());
    EXPECT_FALSE(parse(kernel_text("add.u32 %r1, %r2.h1, %r3;"), "x").has_value());
}

TEST(Operands, ReadsVectorsAndSinks) {
    const auto operands = operands_of("ld.v4.u32 {%r1, _, %r3, %r1}, [%rd1];");
    const auto& elements = std::get<VectorOperand>(operands.at(0).value).elements;
    ASSERT_EQ(elements.size(), 4u);
    EXPECT_TRUE(std::holds_alternative<Sink>(elements[1].value));
    EXPECT_EQ(elements[0], elements[3]);
    const auto atomic = operands_of("atom.add.u32 _, [%rd1], 1;");
    EXPECT_TRUE(std::holds_alternative<Sink>(atomic.at(0).value));
}

TEST(Operands, ReadsRegisterVectors) {
    const Module module = parse_kernel(".reg .v2 .f32 v; mov.f32 v.y, 0f00000000; mov.b64 %rd1, v; mov.f32 %f1, v.g;");
    const auto& body = module.functions.back().body;
    const Operand y = body[0].operands[0];
    EXPECT_EQ(std::get<VectorOperand>(body[1].operands[1].value).elements.at(1), y);
    EXPECT_EQ(body[2].operands[1], y);
    EXPECT_FALSE(parse(kernel_text(".reg .v2 .f32 v; mov.f32 %f1, v.z;"), "x").has_value());
}

TEST(Operands, ReadsCalls) {
    const Module module = parse_kernel(".param .b32 in, out;\n"
                                       "st.param.b32 [in], 5;\n"
                                       "call.uni (out), device_function, (in);\n"
                                       "p: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                                       "call (out), %rd1, (in), p;\n"
                                       "call.uni device_function;");
    const auto& body = module.functions.back().body;
    const CallOperands& direct = body[1].call.front();
    EXPECT_EQ(std::get<SymbolRef>(direct.callee.value).name, "device_function");
    EXPECT_EQ(std::get<SymbolRef>(direct.results.at(0).value).name, "out");
    EXPECT_EQ(std::get<SymbolRef>(direct.arguments.at(0).value).name, "in");
    EXPECT_TRUE(direct.prototype.empty());
    const CallOperands& indirect = body[2].call.front();
    EXPECT_TRUE(std::holds_alternative<Register>(indirect.callee.value));
    EXPECT_EQ(indirect.prototype, "p");
    EXPECT_EQ(module.functions.back().prototypes.at(0).results.size(), 1u);
    EXPECT_TRUE(body[3].call.front().arguments.empty());
}

} // namespace
} // namespace warpscope::ptx

#include "session/argument_types.hpp"

#include <gtest/gtest.h>

#include "ptx/parser.hpp"

namespace warpscope::session {
namespace {

std::shared_ptr<const simt::Program> program() {
    static const auto built = [] {
        auto module = ptx::parse(".version 7.0\n.target sm_75\n.address_size 64\n"
                                 ".visible .entry k(.param .u64 p, .param .u32 n, .param .f32 f, .param .f64 d,\n"
                                 "                  .param .align 4 .b8 s[8])\n{\n    ret;\n}\n",
                                 "k.ptx");
        return *simt::Program::build(std::make_shared<const ptx::Module>(*std::move(module)));
    }();
    return built;
}

Result<void> check(Argument pointer, Argument number, Argument single, Argument wide) {
    ExecutionPlan plan;
    plan.launches.push_back({"k", {}, {std::move(pointer), std::move(number), std::move(single), std::move(wide)}});
    return check_argument_types(plan, *program());
}

const ScalarArgument s32{"4", ElementType::s32, 4}, u32{"n", ElementType::u32, 4}, f32{"gain", ElementType::f32, 4},
    f64{"d", ElementType::f64, 4}, s64{"p", ElementType::s64, 4};

TEST(ArgumentTypes, MatchingTypesPass) {
    EXPECT_TRUE(check(BufferArgument{0}, s32, f32, f64));
    EXPECT_TRUE(check(s64, u32, f32, f64));
}

TEST(ArgumentTypes, FloatForIntegerIsRejected) {
    const auto refused = check(BufferArgument{0}, f32, f32, f64);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "Argument 2 of k, \"gain\", is f32, but the kernel takes a whole number there: its "
              "bits would be read as another number.");
    EXPECT_EQ(refused.error().hint, "write \"s32:VALUE\", or give the parameter type = \"s32\"");
    EXPECT_FALSE(check(BufferArgument{0}, s32, s32, f64));
    EXPECT_FALSE(check(BufferArgument{0}, s32, f32, s64));
    EXPECT_FALSE(check(BufferArgument{0}, s32, f32, BufferArgument{0}));
    EXPECT_FALSE(check(f64, s32, f32, f64));
}

} // namespace
} // namespace warpscope::session

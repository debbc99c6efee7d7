#include "gpu/child/messages.hpp"

#include <gtest/gtest.h>

#include <array>

namespace warpscope::gpu {
namespace {

SharedBytes contents(size_t count) {
    auto made = std::make_shared<Bytes>(count);
    for (size_t i = 0; i < count; ++i) (*made)[i] = static_cast<std::byte>(i * 7);
    return made;
}

/// Returns the bytes that a kernel would get.
std::vector<std::byte> packed(const Argument& argument, const ParameterSize& parameter) {
    std::vector<std::byte> bytes(parameter.bytes, std::byte{0});
    const std::array<uint64_t, 2> addresses{0x1111, 0x2222};
    const auto why = write_argument(argument, parameter, addresses, bytes.data());
    EXPECT_EQ(why, std::nullopt) << *why;
    return bytes;
}

TEST(Messages, RunRoundTrips) {
    RunMessage sent;
    sent.ptx = "some text";
    sent.repeats = 7;
    sent.unread = {1};
    PlannedBuffer in, out;
    in.layout = {"in", ElementType::f32, 3, {4, 5, 6}};
    in.role = BufferRole::input;
    in.initial = contents(in.layout.bytes());
    out.layout = {"out", ElementType::u8, 1, {9, 1, 1}};
    out.role = BufferRole::output;
    sent.plan.buffers = {in, out};
    sent.plan.symbols = {{"weights", contents(12)}};
    sent.plan.launches.push_back({"one", {{2, 3, 4}, {5, 6, 7}, 8, true}, {BufferArgument{1}}});
    sent.plan.launches.push_back({"two", {}, {ScalarArgument{"2.5", ElementType::f64, 2.5}}});
    sent.plan.launches.push_back({"three", {}, {BufferArgument{1, 24}}});
    sent.plan.launches.back().device = 2;
    sent.plan.copies.push_back({{0, 8, 1}, {1, 16, 2}, 32, 2});
    sent.plan.devices = 3;

    const RunMessage got = decode_run(encode(sent));
    EXPECT_EQ(got.ptx, sent.ptx);
    EXPECT_EQ(got.repeats, 7u);
    EXPECT_EQ(got.unread, sent.unread);
    ASSERT_EQ(got.plan.buffers.size(), 2u);
    EXPECT_EQ(got.plan.buffers[0].layout, in.layout);
    EXPECT_EQ(got.plan.buffers[0].role, BufferRole::input);
    EXPECT_EQ(*got.plan.buffers[0].initial, *in.initial);
    EXPECT_EQ(got.plan.buffers[1].layout, out.layout);
    EXPECT_EQ(got.plan.buffers[1].initial, nullptr);
    ASSERT_EQ(got.plan.symbols.size(), 1u);
    EXPECT_EQ(*got.plan.symbols[0].contents, *sent.plan.symbols[0].contents);
    ASSERT_EQ(got.plan.launches.size(), 3u);
    EXPECT_EQ(std::get<BufferArgument>(got.plan.launches[2].arguments[0]).offset, 24u);
    EXPECT_EQ(got.plan.launches[2].device, 2u);
    EXPECT_EQ(got.plan.devices, 3u);
    ASSERT_EQ(got.plan.copies.size(), 1u);
    EXPECT_EQ(got.plan.copies[0].to.offset, 16u);
    EXPECT_EQ(got.plan.copies[0].from.device, 1u);
    EXPECT_EQ(got.plan.copies[0].before, 2u);
    EXPECT_EQ(got.plan.launches[0].kernel, "one");
    EXPECT_EQ(got.plan.launches[0].config, sent.plan.launches[0].config);
    EXPECT_EQ(std::get<BufferArgument>(got.plan.launches[0].arguments[0]).buffer, 1u);
    EXPECT_EQ(std::get<ScalarArgument>(got.plan.launches[1].arguments[0]).value, 2.5);
}

TEST(Messages, StructsKeepTheirBytes) {
    StructArgument pixel;
    pixel.add(ScalarArgument{"1", ElementType::u8, 1});
    pixel.add(ScalarArgument{"2", ElementType::f64, 2});
    StructArgument outer;
    outer.add(ScalarArgument{"3", ElementType::u16, 3});
    outer.add(pixel);
    outer.add(BufferArgument{1});
    outer.add(ScalarArgument{"4", ElementType::u8, 4});
    outer.align(16);
    RunMessage sent;
    sent.plan.launches.push_back({"kernel", {}, {outer, ScalarArgument{"9", ElementType::s32, 9}}});
    const RunMessage got = decode_run(encode(sent));
    const ParameterSize parameter{outer.bytes(), outer.alignment()};
    ASSERT_EQ(got.plan.launches[0].arguments.size(), 2u);
    EXPECT_EQ(packed(got.plan.launches[0].arguments[0], parameter), packed(outer, parameter));
    EXPECT_EQ(std::get<ScalarArgument>(got.plan.launches[0].arguments[1]).value, 9);
}

TEST(Messages, ResultRoundTrips) {
    ExecutionPlan plan;
    plan.buffers.resize(2);
    plan.buffers[0].layout.name = "out";
    GpuRun sent;
    sent.buffers = {{plan.buffers[0].layout, contents(1)}, {plan.buffers[1].layout, nullptr}};
    sent.kernel_ms = 1.5;
    sent.times_ms = {1, 1.5, 2};
    sent.kernel.registers = 40;
    sent.blocks_per_multiprocessor = 3;
    sent.device = "a GPU";
    sent.note = msg("a note");
    const GpuRun got = decode_result(encode(sent), plan);
    EXPECT_EQ(got.times_ms, sent.times_ms);
    EXPECT_EQ(got.kernel_ms, 1.5);
    EXPECT_EQ(got.kernel.registers, 40);
    EXPECT_EQ(got.blocks_per_multiprocessor, 3);
    EXPECT_EQ(got.device, "a GPU");
    EXPECT_EQ(got.note, "a note");
    ASSERT_EQ(got.buffers.size(), 2u);
    EXPECT_EQ(got.buffers[0].layout.name, "out");
    EXPECT_EQ(*got.buffers[0].bytes, *sent.buffers[0].bytes);
    EXPECT_EQ(got.buffers[1].bytes, nullptr);

    const FailureMessage failure =
        decode_failure(encode(FailureMessage{{ErrorKind::usage, "what", {}, "do this"}, true}));
    EXPECT_EQ(failure.diagnostic.kind, ErrorKind::usage);
    EXPECT_EQ(failure.diagnostic.message, "what");
    EXPECT_EQ(failure.diagnostic.hint, "do this");
    EXPECT_TRUE(failure.lost);
}

TEST(Messages, TruncatedMessageReadsAsEmpty) {
    RunMessage sent;
    sent.ptx = std::string(100, 'x');
    sent.plan.buffers.resize(3);
    const Bytes whole = encode(sent);
    for (const size_t length : {size_t{0}, size_t{3}, size_t{40}, whole.size() - 1}) {
        const Bytes part(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
        EXPECT_LE(decode_run(part).plan.buffers.size(), 3u);
    }
}

} // namespace
} // namespace warpscope::gpu

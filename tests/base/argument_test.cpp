#include "base/argument.hpp"

#include <cstring>
#include <gtest/gtest.h>

namespace warpscope {
namespace {

StructArgument struct_of(std::initializer_list<ElementType> types) {
    StructArgument out;
    for (double value = 1; const ElementType type : types) out.add(ScalarArgument{"", type, value++});
    return out;
}

/// Returns why the argument does not fit, or "".
std::string refusal(const Argument& argument, ParameterSize parameter) {
    std::vector<std::byte> room(256);
    const std::vector<uint64_t> buffers{0x100, 0x200};
    return write_argument(argument, parameter, buffers, room.data()).value_or(Message()).english();
}

struct Inner {
    uint8_t tag;
    double weight;
};
struct Outer {
    uint16_t first;
    Inner inner;
    const void* data;
    uint8_t last;
};

TEST(Argument, StructLayoutMatchesCompiler) {
    StructArgument inner = struct_of({ElementType::u8, ElementType::f64});
    EXPECT_EQ(inner.bytes(), sizeof(Inner));
    StructArgument outer = struct_of({ElementType::u16});
    outer.add(inner);
    outer.add(BufferArgument{1});
    outer.add(ScalarArgument{"", ElementType::u8, 9});
    ASSERT_EQ(outer.bytes(), sizeof(Outer));
    EXPECT_EQ(outer.alignment(), alignof(Outer));
    EXPECT_TRUE(outer.is_padded());
    Outer got{};
    const std::vector<uint64_t> buffers{0x100, 0x200};
    EXPECT_EQ(write_argument(outer, {sizeof(Outer), alignof(Outer)}, buffers, reinterpret_cast<std::byte*>(&got)),
              std::nullopt);
    EXPECT_EQ(got.first, 1);
    EXPECT_EQ(got.inner.tag, 1);
    EXPECT_EQ(got.inner.weight, 2);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(got.data), 0x200u);
    EXPECT_EQ(got.last, 9);
}

TEST(Argument, ChecksSizesAgainstKernel) {
    const ScalarArgument scalar{"n", ElementType::s32, 5};
    EXPECT_EQ(refusal(scalar, {4, 4}), "");
    EXPECT_EQ(refusal(scalar, {8, 8}), "'n' is s32 with 4 bytes, but the kernel takes 8 bytes");
    EXPECT_EQ(refusal(BufferArgument{0}, {8, 8}), "");
    EXPECT_EQ(refusal(BufferArgument{0}, {4, 4}), "it is a pointer, but the kernel takes 4 bytes");
    EXPECT_EQ(refusal(BufferArgument{2}, {8, 8}), "it names a buffer or texture that does not exist");
    StructArgument far;
    far.add(BufferArgument{2});
    EXPECT_EQ(refusal(far, {8, 8}), "it names a buffer or texture that does not exist");
    EXPECT_EQ(refusal(struct_of({ElementType::f32, ElementType::f32, ElementType::u8}), {16, 8}),
              "it is a struct of 12 bytes (f32 at 0, f32 at 4, u8 at 8), but the kernel takes 16 bytes");
}

TEST(Argument, RejectsAmbiguousAlignment) {
    // uchar4 and four bytes have the same layout with any alignment.
    EXPECT_EQ(refusal(struct_of({ElementType::u8, ElementType::u8, ElementType::u8, ElementType::u8}), {4, 4}), "");
    // { ushort a; uchar b; uchar4 c; } has 8 bytes, with c at offset 4. With five bytes instead of b and c, the size is
    // also 8, but the last four bytes begin at offset 3.
    const StructArgument bytes = struct_of(
        {ElementType::u16, ElementType::u8, ElementType::u8, ElementType::u8, ElementType::u8, ElementType::u8});
    EXPECT_NE(refusal(bytes, {8, 4}).find("aligned to 2 bytes"), std::string::npos);
    StructArgument vector = struct_of({ElementType::u8, ElementType::u8, ElementType::u8, ElementType::u8});
    vector.align(4);
    StructArgument right = struct_of({ElementType::u16, ElementType::u8});
    right.add(vector);
    EXPECT_EQ(refusal(right, {8, 4}), "");
    EXPECT_EQ(right.fields()[2].offset, 4u);
}

} // namespace
} // namespace warpscope

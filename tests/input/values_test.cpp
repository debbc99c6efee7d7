#include "input/values.hpp"

#include <gmock/gmock.h>

#include "input/scratch_folder.hpp"

namespace warpscope::input {
namespace {

using ::testing::HasSubstr;

const BufferLayout three_floats{"weights", ElementType::f32, 1, {3, 1, 1}};

TEST(Values, ReadsCsvNumbers) {
    const ScratchFolder folder;
    const auto buffer = load_values(folder.write("w.csv", "1, -2.5e1\n\n0.125\n"), three_floats);
    ASSERT_TRUE(buffer) << buffer.error().text();
    EXPECT_EQ(element_as_double(buffer->bytes->data(), ElementType::f32, 1), -25);
    EXPECT_EQ(element_as_double(buffer->bytes->data(), ElementType::f32, 2), 0.125);
}

TEST(Values, CsvMistakesNameTheLine) {
    const ScratchFolder folder;
    const auto word = load_values(folder.write("w.csv", "1\n2\nthree\n"), three_floats);
    ASSERT_FALSE(word);
    EXPECT_EQ(word.error().where.line, 3u);
    EXPECT_THAT(word.error().message, HasSubstr("three"));
    const auto few = load_values(folder.write("w.csv", "1,2"), three_floats);
    ASSERT_FALSE(few);
    EXPECT_THAT(few.error().message, HasSubstr("holds 2 numbers"));
    EXPECT_FALSE(load_values(folder.write("w.csv", "1,2,3,4"), three_floats));
    EXPECT_FALSE(load_values(folder.write("w.csv", ""), three_floats));
}

TEST(Values, RawBytesMustFit) {
    const ScratchFolder folder;
    const auto good = load_values(folder.write("w.bin", std::string(12, '\x01')), three_floats);
    ASSERT_TRUE(good);
    EXPECT_EQ(good->bytes->size(), 12u);
    const auto bad = load_values(folder.write("w.bin", std::string(13, '\x01')), three_floats);
    ASSERT_FALSE(bad);
    EXPECT_THAT(bad.error().message, HasSubstr("13 bytes"));
    EXPECT_EQ(load_values(folder.path() / "none.bin", three_floats).error().kind, ErrorKind::environment);
}

} // namespace
} // namespace warpscope::input

#include "serve/qr_code.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace warpscope::serve {
namespace {

TEST(QrCode, StartsWithFinderPattern) {
    const std::string code = qr_code("http://127.0.0.1:8080/");
    const std::string begin = "\x1b[30;107m";
    const size_t second = code.find(begin, 1);
    ASSERT_NE(second, std::string::npos);
    EXPECT_EQ(code.substr(second, begin.size() + 2 + 7 * 3), begin + "  " + "█▀▀▀▀▀█");
}

TEST(QrCode, LongTextsNeedMoreLines) {
    const auto lines = [](const std::string& code) { return std::ranges::count(code, '\n'); };
    EXPECT_EQ(lines(qr_code("http://127.0.0.1:8080/")), 15); // 25 rows and a border of 2; a line shows two rows
    EXPECT_GT(lines(qr_code("https://warpscope.example.org/lectures/parallel-programming/")), 15);
}

TEST(QrCode, EmptyForOverlongText) { EXPECT_EQ(qr_code(std::string(5000, 'x')), ""); }

} // namespace
} // namespace warpscope::serve

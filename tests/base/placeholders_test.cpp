#include "base/placeholders.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Placeholders, ComparesNamedArguments) {
    EXPECT_TRUE(same_placeholders("{} of {}", "{} из {}"));
    EXPECT_TRUE(same_placeholders("{} of {:.1f}", "{1:.1f}: {0}"));
    EXPECT_TRUE(same_placeholders("{0} of {1}", "{} / {}"));
    EXPECT_TRUE(same_placeholders("no more", "ничего"));
    EXPECT_TRUE(same_placeholders("{{}} {}", "{} {{"));
    EXPECT_TRUE(same_placeholders("{} twice", "{0} и {0}"));
    EXPECT_FALSE(same_placeholders("{} of {}", "{} из"));
    EXPECT_FALSE(same_placeholders("{}", "{} и {}"));
    EXPECT_FALSE(same_placeholders("{} of {:.1f}", "{} из {:.2f}"));
    EXPECT_FALSE(same_placeholders("{} of {:.1f}", "{0:.1f}: {1}"));
}

TEST(Placeholders, RejectsInvalidFormats) {
    EXPECT_FALSE(same_placeholders("{", "{"));
    EXPECT_FALSE(same_placeholders("}", "}"));
    EXPECT_FALSE(same_placeholders("{name}", "{name}"));
    EXPECT_FALSE(same_placeholders("{} {0:d}", "{} {0:d}"));
}

} // namespace
} // namespace warpscope

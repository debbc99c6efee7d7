#include "base/diagnostic.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Diagnostic, OmitsUnknownParts) {
    EXPECT_EQ((Diagnostic{ErrorKind::failed, "no such kernel", {}, {}}).text(), "no such kernel");
    EXPECT_EQ((Diagnostic{ErrorKind::failed, "bad", {"a.cu", 0, 0}, {}}).text(), "a.cu: bad");
    EXPECT_EQ((Diagnostic{ErrorKind::failed, "bad", {"a.cu", 3, 0}, {}}).text(), "a.cu:3: bad");
    EXPECT_EQ((Diagnostic{ErrorKind::failed, "bad", {"a.cu", 3, 9}, "do that"}).text(), "a.cu:3:9: bad (do that)");
}

TEST(Diagnostic, FailureCarriesDiagnostic) {
    const Result<int> result = fail_at({"x.ptx", 4, 1}, "unexpected ;", "remove it");
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().kind, ErrorKind::failed);
    EXPECT_EQ(result.error().text(), "x.ptx:4:1: unexpected ; (remove it)");
    const Result<int> usage = fail(ErrorKind::usage, "radius must be at least 0");
    EXPECT_EQ(usage.error().kind, ErrorKind::usage);
}

} // namespace
} // namespace warpscope

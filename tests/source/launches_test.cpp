#include <gmock/gmock.h>

#include "source/launches.hpp"

namespace warpscope::source {
namespace {

using ::testing::ElementsAre;

/// Returns "name | template arguments | passed arguments" for each launch.
std::vector<std::string> launches_of(std::string_view source) {
    const Tokens tokens = tokens_of(source);
    std::vector<std::string> out;
    for (const Launch& one : launches_in(tokens))
        out.push_back(words_of(tokens, one.name, one.name_end) + " | " +
                      words_of(tokens, one.name_end, one.template_end) + " | " +
                      words_of(tokens, one.passed_first, one.passed_end));
    return out;
}

TEST(Launches, HaveNamesAndArguments) {
    EXPECT_THAT(
        launches_of("if (a) scale<<<grid, 256>>>(d, n); else image::blur<float, (N > 3)><<<g(1 >> 2), b>>>(in);"),
        ElementsAre("scale |  | d,n", "image::blur | <float,(N>3)> | in"));
    EXPECT_THAT(launches_of("return k<A<int>><<<1, 2, 0, s>>>();"), ElementsAre("k | <A<int>> | "));
    EXPECT_THAT(launches_of("(*pointer)<<<1, 1>>>(x); // k<<<1, 1>>>()"), ElementsAre());
    EXPECT_THAT(launches_of("k<<<1, "), ElementsAre("k |  | "));
    EXPECT_THAT(launches_of("k<<<1, 1>>>(a, b"), ElementsAre("k |  | a,b"));
}

} // namespace
} // namespace warpscope::source

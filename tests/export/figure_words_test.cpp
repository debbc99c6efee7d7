// Descriptions of figures for accessibility.
#include "export/vector/figure_words.hpp"

#include <gtest/gtest.h>

#include "insight/findings.hpp"
#include "session/require_run.hpp"

namespace warpscope::exporting {
namespace {

std::shared_ptr<const session::RunResult> run_of(const std::string& experiment, const std::string& variant) {
    const catalog::Catalog all = catalog::load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*all.find(experiment));
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    request.input = *input::parse_spec("noise:100x60");
    request.device = session::DeviceChoice::emulator;
    return session::run(request).value_or(nullptr);
}

TEST(FigureWords, CountListedFindings) {
    const auto run = run_of("bug_museum", "half_guard");
    REQUIRE_RUN(run);
    const size_t listed = insight::finding_count(*run);
    ASSERT_GT(run->shown().finding_count, listed) << "some findings need to occur several times";
    ASSERT_GT(listed, 1u);
    const std::string words = run_description(*run);
    EXPECT_NE(words.find("The checkers report " + std::to_string(listed) + " findings, the first: "), words.npos)
        << words;
}

TEST(FigureWords, SayIfRacesWereChecked) {
    const auto checked = run_of("count_condition", "atomic"), plain = run_of("color_to_gray", "basic");
    REQUIRE_RUN(checked);
    REQUIRE_RUN(plain);
    ASSERT_TRUE(checked->variant().races);
    ASSERT_FALSE(plain->variant().races);
    EXPECT_EQ(run_description(*checked).find("races were not"), std::string::npos) << run_description(*checked);
    EXPECT_NE(run_description(*plain).find("no errors; races were not checked."), std::string::npos)
        << run_description(*plain);
}

} // namespace
} // namespace warpscope::exporting
